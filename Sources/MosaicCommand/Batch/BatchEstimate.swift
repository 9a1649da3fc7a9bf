import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import WebVTT

/// `mosaic batch --estimate`: estimates the time to compose the films of a tree.
struct BatchEstimate: Encodable {
    private let estimate: FilmEstimate
    /// Number of folders of screenshots, which are not estimated.
    private let folders: Int
    /// Number of films that are up to date; nil if not examined.
    private let unchanged: Int?

    /// - Parameters:
    ///   - batch: The batch that will compose the films.
    ///   - library: The library of the batch. A sample is composed on its disk, if it is there and can be written to.
    /// - Throws: see `FilmSurvey.estimate`.
    init(of due: DueFilms, by batch: Batch, into library: String?) async throws {
        folders = due.folders
        unchanged = due.areExamined ? due.current.count : nil
        let folder = try SampleFolder(in: library)
        defer { withExtendedLifetime(folder) {} }
        let composer = try SampleComposer(
            batch, in: LibraryOptions(path: folder.path + "/library").opened(), below: folder.path)
        estimate = try await FilmSurvey(of: due.films).estimate(by: composer)
    }

    /// One sentence on time and space; nil if no frame could be measured.
    var sentence: String? {
        guard let seconds = estimate.seconds, let bytes = estimate.sheetBytes else { return nil }
        let films = estimate.films == 1 ? "1 film" : "\(estimate.films) films"
        return "\(films), \(estimate.duration.lengthOfFilm): about \(BatchReporter.time(seconds)); thumbnails about "
            + "\(ByteCount(bytes)), in the library and once for each server"
    }

    private enum CodingKeys: String, CodingKey { case folders, unchanged }

    func encode(to encoder: any Encoder) throws {
        try estimate.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(folders, forKey: .folders)
        try container.encodeIfPresent(unchanged, forKey: .unchanged)
    }

    /// The estimate as lines of text.
    var lines: [String] {
        var lines = [
            "films      \(estimate.films)  (\(ByteCount(estimate.bytes)))"
                + (unchanged.map { ", and \($0) that are up to date" } ?? ""),
            "video      about \(estimate.duration.lengthOfFilm)",
            "tiles      about \(estimate.tiles)"
                + (estimate.sheetBytes.map { ", \(ByteCount($0)) of sheets" } ?? ""),
        ]
        if let seconds = estimate.seconds {
            let time = BatchReporter.time(seconds)
            lines.append("time       about \(time), \(estimate.filmsAtATime) at a time")
        }
        let basis = estimate.basis
        guard estimate.films > 0 else { return [lines[0]] + folderLines }
        lines.append(
            "basis      headers of \(basis.opened) films, \(basis.frames) frames of \(basis.measured) of them"
                + (basis.unreadable > 0 ? "; \(basis.unreadable) cannot be read" : ""))
        return lines + folderLines
    }

    private var folderLines: [String] {
        folders > 0 ? ["folders    \(folders) folders of screenshots, which are not estimated"] : []
    }
}

/// A folder for the files of a sample, which is removed with the value: in a hidden folder of a library, or else a
/// temporary one.
private final class SampleFolder: Sendable {
    private static let name = ".mosaic-sample"

    let path: String
    /// The hidden folder of the library; nil for a temporary one.
    private let shared: String?

    /// - Throws: `unavailable`.
    init(in library: String?) throws {
        let hidden = try? library.flatMap { library in
            try OpenFolder(path: library, followsLink: true, name: library)?.makeOwnFolder(Self.name)
        }
        // Those of killed processes.
        hidden?.removeAbandoned()
        shared = hidden.flatMap { _ in library.map { "\($0)/\(Self.name)" } }
        path = "\(shared ?? FileManager.default.temporaryDirectory.path)/\(TemporaryName.unique().rawValue)"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw MosaicError(.unavailable, path, "The folder cannot be made: \(error.localizedDescription)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        // It stays if another process has a sample in it.
        if let shared { rmdir(shared) }
    }
}

/// The films of a plan that have to be composed, and the storyboards that are up to date.
struct DueFilms: Sendable {
    private(set) var films: [FilmSurvey.Film] = []
    private(set) var current: [StoryboardID: CatalogEntry] = [:]
    /// Number of folders of screenshots.
    let folders: Int
    /// Whether films that are up to date were left out.
    let areExamined: Bool

    /// - Parameter library: Library whose up-to-date films are left out; nil takes all films.
    init(of plan: BatchPlan, _ requests: TreeRequests, besides library: StoryboardLibrary?) async throws {
        areExamined = library != nil
        folders = plan.sources.count { if case .folder = $0.place { true } else { false } }
        for source in plan.sources {
            guard case .film = source.place, source.conflict == nil, let request = try? requests.request(for: source)
            else { continue }
            if let entry = try await library?.currentEntry(ofFilm: request) {
                current[request.id] = entry
            } else if let film = FilmSurvey.Film(request) {
                films.append(film)
            }
        }
    }
}
