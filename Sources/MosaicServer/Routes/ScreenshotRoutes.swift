import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import TiledJPEG

/// `PUT`, `POST` and `DELETE /storyboards/{id}/screenshots/{name}`: uploads and removes a screenshot.
struct ScreenshotRoutes: Sendable {
    let submissions: SubmissionService
    let removal: RemovalService
    let upload: Upload
    let screenshots: Screenshots
    let uploads: UploadMetrics
    let urls: URLBuilder

    func add(to routes: Routes) {
        let path = "/storyboards/:id/screenshots/:name"
        routes.on([.put, .post], path, .write, put)
        routes.on([.delete], path, .write, delete)
    }

    @Sendable private func put(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.createdStoryboard()
        let name = try context.uploadedScreenshot()
        try Upload.refuseCoding(request.headers)
        let isForm = request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true
        // With these types, a browser sends a preflight request before it uploads for a page of another origin.
        guard let type = request.headers[.contentType].flatMap(ContentType.init(parsing:)),
            [.jpeg, .png].contains(type)
        else {
            throw RequestError(
                .unsupportedType,
                "A screenshot takes Content-Type: image/jpeg or image/png."
                    + (isForm ? " The body is the picture itself, not a form: curl --data-binary @FILE" : "")
                    + JSONRequest.hint(for: request.headers[.contentType]))
        }
        try await submissions.admit(name, of: id, from: context.owner)
        let isAllowed = condition(of: request, name, id)
        try await isAllowed()
        let declared = request.headers[.contentLength].flatMap { Int($0) }
        let received = try await withTaskExecutorPreference(WorkExecutors.writing) {
            try await upload.receive(request.body, as: name, of: id, declared: declared)
        }
        let file = received.file
        let (job, isReplaced) = try await taken(received, of: id, from: context.owner, if: isAllowed)
        uploads.uploaded(bytes: received.bytes)
        return JSONResponse.json(
            VersionedDocument(
                Facts(
                    name: "\(file)", bytes: received.bytes, width: received.size.width, height: received.size.height,
                    job: JobDocument(job, urls))),
            status: isReplaced ? .ok : .created,
            fields: [.location: "\(urls.path(of: id))\(UploadedScreenshots.name)/\(file)"])
    }

    /// Moves a received screenshot to its final name. Discards it if the submission fails.
    private func taken(
        _ received: Upload.Received, of id: StoryboardID, from owner: JobOwner,
        if isAllowed: @escaping @Sendable () async throws -> Void
    ) async throws -> (job: Job, isReplaced: Bool) {
        do {
            return try await submissions.take(
                received.object, as: received.file, of: id, from: owner, if: isAllowed)
        } catch {
            await submissions.uploads.discard(received.object)
            throw error
        }
    }

    @Sendable private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (name, id) = (try context.screenshot(), try context.storyboard())
        let isAllowed = condition(of: request, name, id)
        guard try RequestQuery(request.uri.query).isSet("now") else {
            guard try await !submissions.remove(name, of: id, by: context.owner, if: isAllowed).isEmpty else {
                throw RequestError.noScreenshot
            }
            return Response.empty(.noContent)
        }
        guard let purged = try await removal.purge(name, of: id, by: context.owner, if: isAllowed) else {
            throw RequestError.noScreenshot
        }
        return JSONResponse.json(VersionedDocument(PurgeFacts(purged, urls)))
    }

    /// Returns a check that throws if the stored screenshot is not the version in the request's preconditions.
    private func condition(
        of request: Request, _ name: ScreenshotName, _ id: StoryboardID
    ) -> @Sendable () async throws -> Void {
        guard let condition = WriteCondition(request.method, request.headers) else { return {} }
        return { [screenshots] in
            let current = try await screenshots.validators(of: name, of: id)
            // A missing screenshot is reported as missing, whatever the precondition.
            if current == nil, request.method == .delete { throw RequestError.noScreenshot }
            try condition.require(current)
        }
    }

    private struct Facts: Encodable {
        let name: String
        let bytes: Int
        let width: Int
        let height: Int
        let job: JobDocument
    }
}

extension ServerContext {
    /// The screenshot's name in the request's path.
    ///
    /// - Throws: `notFound` if it is not a valid name.
    func screenshot() throws(RequestError) -> ScreenshotName {
        guard let name = part("name").flatMap({ ScreenshotName($0) }) else {
            throw RequestError(
                .notFound, "A screenshot is named ch{number}_{seconds}s.jpg, .jpeg or .png, such as ch3_40s.jpg.")
        }
        return name
    }

    /// The screenshot's name in the path of an upload.
    ///
    /// - Throws: `unsupportedType` for the extension of another format; `notFound` if it is not a valid name.
    func uploadedScreenshot() throws(RequestError) -> ScreenshotName {
        if let name = part("name"), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), ScreenshotName(name) == nil,
            ScreenshotName(name[..<dot] + ".jpg") != nil
        {
            throw RequestError(
                .unsupportedType, "A screenshot is a JPEG or PNG picture: .jpg, .jpeg or .png.")
        }
        return try screenshot()
    }
}

extension RequestError {
    static let noScreenshot = RequestError(.notFound, "There is no such screenshot.")
}

/// Serves screenshots in full size at two paths: below their storyboard, and at the path that clients store
/// permanently.
struct ScreenshotReading: Sendable {
    let screenshots: Screenshots
    /// Lists the screenshots in the bucket; `nil` without a bucket, or without a URL for its screenshots.
    let lists: BucketChapterCache?

    func add(to routes: Routes) {
        for path in ["/storyboards/:id/screenshots/:name", "/chapter-screenshots/:id/:name"] {
            routes.on([.get, .head], path, .published(.screenshot), read)
        }
    }

    @Sendable private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (id, name) = (try context.storyboard(), try context.screenshot())
        guard let file = try await screenshots.open(name, of: id) else { return try await redirect(to: name, of: id) }
        return file.response(to: ReadMethod(request.method) ?? .get, request.headers)
    }

    /// Redirects to the screenshot's URL in the bucket.
    private func redirect(to name: ScreenshotName, of id: StoryboardID) async throws -> Response {
        guard let lists, let file = try await lists.list(of: id).list.file(of: name) else {
            throw RequestError.noScreenshot
        }
        return Response(
            status: .found,
            headers: [
                .location: lists.url(of: file, id),
                .cacheControl: Caching.unstored.fieldValue(for: screenshots.readers),
            ])
    }
}
