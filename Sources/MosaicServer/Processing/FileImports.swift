import Mosaic
import MosaicLibrary

/// Submits jobs for films that other programs have put below a root.
struct FileImports: Sendable {
    /// The result for the files of a notification.
    struct Outcome: Hashable, Sendable {
        /// Files for which a job was submitted.
        var submitted = 0
        /// Files that are not films below a root, or whose storyboards have other sources.
        var ignored = 0
    }

    let roots: SourceRoots
    let submissions: SubmissionService

    /// Submits a job for each film, under the id of the film's published storyboard, or else an id from its path.
    ///
    /// - Throws: `tooManyRequests`, `unavailable`; the sender may repeat the notification.
    func submit(_ paths: [String], of owner: JobOwner, trace: TraceParent? = nil) async throws -> Outcome {
        var outcome = Outcome()
        for path in paths {
            guard let request = try await request(for: path) else {
                outcome.ignored += 1
                continue
            }
            do {
                let job = try await submissions.submit(request, of: owner, isImported: true)
                submissions.traces.note(trace, of: job.number)
                outcome.submitted += 1
            } catch let error as MosaicError where error.code == .refused {
                outcome.ignored += 1
            } catch let error as RequestError where error.code == .notFound {
                outcome.ignored += 1
            }
        }
        return outcome
    }

    private func request(for path: String) async throws -> JobRequest? {
        guard let film = roots.film(at: path), let stem = FilmName(film.name)?.stem else { return nil }
        return try await submissions.request(for: film.source, stem: stem)
    }
}

/// The body of a webhook of Sonarr or Radarr.
///
/// See Sonarr's [webhooks](https://wiki.servarr.com/sonarr/settings#connections) and [their
/// schema](https://github.com/Sonarr/Sonarr/wiki/Webhook-Schema); Radarr's have a movie in place of a series.
struct FileNotification: Decodable, Hashable, Sendable {
    /// Maximum number of files of one notification, enough for an import of all seasons of a series.
    static let mostFiles = 2_000
    /// The event type of notifications about imported files, new or replaced.
    private static let imported = "download"

    /// The event type, such as `Download`, `Grab` or `Test`.
    let eventType: String
    /// Absolute paths of the imported files on the sender's machine; empty for other event types.
    let paths: [String]

    private enum CodingKeys: String, CodingKey { case eventType, movie, movieFile, series, episodeFile, episodeFiles }

    private struct File: Decodable {
        let path: String?
        let relativePath: String?

        /// The absolute path; `nil` if the notification has neither the path nor a folder and a relative path.
        func path(in folder: String?) -> String? {
            path ?? relativePath.flatMap { relative in folder.map { $0 + "/" + relative } }
        }
    }

    private struct Movie: Decodable {
        let folderPath: String?
    }

    private struct Series: Decodable {
        let path: String?
    }

    /// Decodes a body. Members that are not needed may have any type.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        eventType = try container.decode(String.self, forKey: .eventType)
        let movie = try container.decodeIfPresent(Movie.self, forKey: .movie)
        let series = try container.decodeIfPresent(Series.self, forKey: .series)
        let film = try container.decodeIfPresent(File.self, forKey: .movieFile)
        // `episodeFile` has one file, `episodeFiles` all files of an import. A later notification repeats the files.
        var episodes = try container.decodeIfPresent([File].self, forKey: .episodeFiles) ?? []
        episodes += try container.decodeIfPresent(File.self, forKey: .episodeFile).map { [$0] } ?? []
        guard eventType.lowercased() == Self.imported else {
            paths = []
            return
        }
        var paths: [String] = []
        for path in [film?.path(in: movie?.folderPath)] + episodes.map({ $0.path(in: series?.path) }) {
            if let path, !paths.contains(path) { paths.append(path) }
        }
        guard paths.count <= Self.mostFiles else {
            throw DecodingError.dataCorruptedError(
                forKey: .episodeFiles, in: container, debugDescription: "More than \(Self.mostFiles) files.")
        }
        self.paths = paths
    }
}
