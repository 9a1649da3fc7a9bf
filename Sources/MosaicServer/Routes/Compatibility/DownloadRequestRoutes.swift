import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `POST /api/v1/download`: a URL is fetched, a video that is here becomes a job.
struct DownloadRequestRoutes: Sendable {
    /// The folder of videos of clients that no token names.
    private static let nobody = "default"

    let queue: DownloadQueue?
    let submissions: SubmissionService
    let videos: VideoRoots
    let roots: SourceRoots
    let rule: AccessRule
    let urls: URLBuilder

    func add(to routes: Routes) {
        routes.on([.post], "/api/v1/download", .downloadWrite) { request, context in
            let item =
                switch try await JSONRequest.value(
                    of: request, limit: DownloadRequest.limit, DownloadRequest.init(parsing:))
                {
                case .url(let url): try await fetch(url, request)
                case .path(let path): try await submit(path, of: context.owner)
                }
            return JSONResponse.json(
                WrappedFacts(facts: item), status: .accepted,
                fields: [.location: "\(urls.prefix)/api/v1/status/\(item.id)"])
        }
    }

    private func fetch(_ url: DownloadURL, _ request: Request) async throws -> DownloadItem {
        guard let queue else { throw RequestError.noDownloader }
        let subject = await rule.subject(of: request, now: .now)
        let username = PathPart.naming(subject ?? "", or: Self.nobody)
        return DownloadItem(try await queue.add(url, for: username))
    }

    private func submit(_ path: String, of owner: JobOwner) async throws -> DownloadItem {
        guard let request = try await film(at: path) else {
            throw RequestError(.notFound, "There is no such film below a root of videos or of sources.")
        }
        return DownloadItem(try await submissions.submit(request, of: owner))
    }

    /// A job for the film of a path; nil where there is none.
    private func film(at path: String) async throws -> JobRequest? {
        if let video = VideoPath(rawValue: path), let id = video.storyboard, let source = videos.source(of: video) {
            var request = JobRequest(id: id, source: source)
            request.title = video.title
            // A film that grows is found out by its job.
            request.settle = 0
            return request
        }
        guard let film = FilmName(path), let source = roots.source(named: path), source.filmPath != nil else {
            return nil
        }
        return try await submissions.request(for: source, stem: film.stem)
    }
}
