import HTTPTypes
import Hummingbird
import ImageHeaders
import Mosaic

/// Screenshots of a storyboard: uploading one, reading and removing it.
struct ScreenshotRoutes: Sendable {
    let desk: JobDesk
    let upload: Upload
    let screenshots: Screenshots
    let measures: WorkMeasures
    let addresses: Addresses

    func add(to routes: Routes) {
        let path = "/storyboards/:id/screenshots/:name"
        routes.on([.put, .post], path, .write, put)
        routes.on([.delete], path, .write, delete)
    }

    @Sendable private func put(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.storyboard()
        let name = try context.screenshot()
        // By that a page of another origin cannot send it without being asked first.
        guard let type = request.headers[.contentType].flatMap(ContentType.init(parsing:)),
            [.jpeg, .png].contains(type)
        else { throw RequestError(.unsupportedType, "A screenshot is image/jpeg or image/png.") }
        try await desk.admit(id)
        let declared = request.headers[.contentLength].flatMap { Int($0) }
        let received = try await withTaskExecutorPreference(screenshots.threads) {
            try await upload.receive(request.body, declared: declared)
        }
        let file = ChapterFile(name, received.format)
        let (job, isReplaced) = try await desk.take(received.file, as: file, of: id)
        measures.uploaded(bytes: received.bytes)
        return Answer.json(
            Facts(
                name: "\(file)", bytes: received.bytes, width: received.size.width, height: received.size.height,
                job: JobFacts(job, addresses)),
            status: isReplaced ? .ok : .created,
            fields: [.location: "\(addresses.path(of: id))\(UploadFolder.name)/\(file)"])
    }

    @Sendable private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await desk.remove(context.screenshot(), of: context.storyboard()) else {
            throw RequestError.noScreenshot
        }
        return Response.empty(.noContent)
    }

    private struct Facts: Encodable {
        let name: String
        let bytes: Int
        let width: Int
        let height: Int
        let job: JobFacts
    }
}

extension ServerContext {
    /// The screenshot that the path names.
    ///
    /// - Throws: `notFound` for what cannot be the name of one.
    func screenshot() throws(RequestError) -> ScreenshotName {
        guard let name = part("name").flatMap({ ScreenshotName($0) }) else {
            throw RequestError(.notFound, "Screenshots are called ch{number}_{seconds}s.jpg.")
        }
        return name
    }
}

extension RequestError {
    static let noScreenshot = RequestError(.notFound, "There is no such screenshot.")
}
