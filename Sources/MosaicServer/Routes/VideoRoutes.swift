import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// `GET /api/v1/downloads/videos` and `/structure`: the videos below the roots, from an index.
struct VideoRoutes: Sendable {
    /// The index of videos; `nil` without video roots, so that the lists are empty.
    let index: (any VideoIndex)?
    let rule: AccessRule
    let urls: URLBuilder
    let limit: ListLimit

    func add(to routes: Routes) {
        routes.read("/api/v1/downloads/videos", .download(takesTokenInQuery: false), list)
        routes.read("/api/v1/downloads/structure", .download(takesTokenInQuery: false)) { request, _ in
            try RequestQuery(request.uri.query).refuse(allBut: [])
            let folders = try await index?.videoFolders() ?? []
            return JSONResponse.report(VideoStructureDocument(folders))
        }
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let parameters = RequestQuery(request.uri.query)
        try parameters.refuse(allBut: ["username", "genre", "search", "sort", "limit", "offset"])
        var query = VideoQuery()
        query.username = try parameters.text("username")
        query.genre = try parameters.text("genre")
        query.search = try parameters.text("search")
        query.order = try parameters.choice("sort") ?? query.order
        query.limit = try parameters.number("limit", in: 1...VideoQuery.maximumLimit) ?? query.limit
        query.offset = try parameters.number("offset", in: 0...Int(Int32.max)) ?? 0
        return try await limit.run(query.limit) { [query] in
            let page = try await index?.videos(query) ?? .empty
            let now = HTTPDate.now
            return JSONResponse.report(
                VideoPageDocument(page, of: query, now: Date()) { id in
                    VideoPageDocument.Links(
                        servedBelow: urls.absolute(id) ?? urls.path(of: id),
                        query: rule.links(to: id, for: request, now: now)?.toStoryboard.query)
                })
        }
    }
}

/// `GET /api/v1/downloads/stream/{path}`: streams a video, an audio file or a JSON file with facts about a video.
struct VideoStreamRoutes: Sendable {
    /// The route's path before the path of a video.
    private static let beginning = "/api/v1/downloads/stream/"

    let roots: VideoRoots
    let readers: ReadAccess
    /// The prefix of all paths of the server: empty, or with a slash at its start and none at its end.
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

    /// The video's path in a request, percent-decoded once; `nil` if it is not a valid path of a video.
    ///
    /// The router's path components are not used: they omit empty components, so several paths would lead to one file.
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

extension VideoPath {
    /// The media type for the file's extension. Players refuse `application/octet-stream`.
    ///
    /// See [the IANA registry](https://www.iana.org/assignments/media-types). Types that begin with `x-` are
    /// unregistered names that players support.
    var mediaType: String {
        switch fileExtension.dropFirst().lowercased() {
        case "json": ContentType.json.rawValue
        case "mp4": "video/mp4"
        case "m4v": "video/x-m4v"
        case "mov": "video/quicktime"
        case "mkv": "video/x-matroska"
        case "webm": "video/webm"
        case "ts", "m2ts", "mts": "video/mp2t"
        case "mpg", "mpeg", "vob": "video/mpeg"
        case "avi": "video/x-msvideo"
        case "flv": "video/x-flv"
        case "wmv": "video/x-ms-wmv"
        case "ogv": "video/ogg"
        case "mp3": "audio/mpeg"
        case "m4a": "audio/mp4"
        case "aac": "audio/aac"
        case "ogg", "opus": "audio/ogg"
        case "flac": "audio/flac"
        case "wav": "audio/wav"
        default: "application/octet-stream"
        }
    }
}

/// Keeps the index of videos up to date while the server runs.
///
/// Checks the modification times of folders every few seconds, which costs one status for each folder and works on
/// every file system. Compares all files at the start, then every ten minutes.
struct VideoIndexService: Service {
    /// Pause between two checks of the folders.
    private static let pause = Duration.seconds(2)
    /// Minimum time between two comparisons of all files.
    private static let fullPause = Duration.seconds(600)

    let roots: VideoRoots
    let index: any VideoIndex
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(WorkExecutors.writing) { await keepCurrent() }
        }
    }

    private func keepCurrent() async {
        var survey = VideoSurvey(of: roots, into: index)
        var fullSurvey = ContinuousClock.now
        var isRecorded = false
        var wasUnreadable = 0
        while !Task.isCancelled {
            do {
                if !isRecorded {
                    try await index.setVideoRoots(roots.roots.map(\.path))
                    isRecorded = true
                }
                let isFull = ContinuousClock.now >= fullSurvey
                let report = try await survey.run(isFull: isFull)
                if isFull { fullSurvey = ContinuousClock.now + Self.fullPause }
                if report.changes > 0 { logger.debug("videos", metadata: ["changes": "\(report.changes)"]) }
                if report.unreadable > wasUnreadable {
                    logger.warning("Folders of videos cannot be read.", metadata: ["folders": "\(report.unreadable)"])
                }
                wasUnreadable = report.unreadable
            } catch is CancellationError {
                return
            } catch {
                logger.warning("The index of videos is not current.", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: Self.pause)
        }
    }
}
