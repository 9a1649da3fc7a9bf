import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /api/v1/downloads/stream/{path}`: a video, audio, or the facts about one, read while it is sent.
struct VideoStreamRoutes: Sendable {
    /// The route's path before that of a video.
    private static let beginning = "/api/v1/downloads/stream/"

    let roots: VideoRoots
    let readers: ReadAccess
    /// The prefix of all paths.
    let prefix: String
    var descriptors = DescriptorBudget.ofProcess

    func add(to routes: Routes) {
        routes.on([.get, .head], Self.beginning + "**", .download(takesTokenInQuery: true), stream)
    }

    @Sendable private func stream(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let video = video(at: request.uri.path), let file = try await open(video) else {
            throw RequestError(.notFound, "There is no such video.")
        }
        return file.response(to: ReadMethod(request.method) ?? .get, request.headers)
    }

    /// The video of a request's path, decoded once; nil if it is not a video's path.
    ///
    /// The router's parts are not used: it leaves out empty ones, so that several paths would lead to one file.
    private func video(at path: String) -> VideoPath? {
        let beginning = (prefix + Self.beginning).utf8
        guard path.utf8.starts(with: beginning) else { return nil }
        return PercentEncoding.decoded(Substring(path).utf8.dropFirst(beginning.count)).flatMap(
            VideoPath.init(rawValue:))
    }

    private func open(_ video: VideoPath) async throws -> FileResponse? {
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        return try await withTaskExecutorPreference(WorkExecutors.reading) {
            try roots.open(video).map { object in
                FileResponse(
                    object, type: video.mediaType, caching: .revalidated, readers: readers, permit: permit)
            }
        }
    }
}
