import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// A response from an open file. Its bytes belong to one version, even if another file gets the name meanwhile.
struct FileResponse: Sendable {
    /// Length, validators and media type.
    let representation: Representation
    private let object: OpenObject
    private let permit: DescriptorBudget.FilePermit

    /// Creates the response for an open file of a media type.
    init(
        _ object: OpenObject, type: String, caching: Caching, readers: ReadAccess, permit: DescriptorBudget.FilePermit
    ) {
        self.object = object
        self.permit = permit
        representation = Representation(
            count: object.bytes, type: type, entityTag: EntityTag(opaque: object.tag),
            lastModified: HTTPDate(object.modified), caching: caching, readers: readers)
    }

    /// Creates the response for a screenshot; `nil` if its name has an extension that is not served.
    init?(_ screenshot: OpenScreenshot, readers: ReadAccess, permit: DescriptorBudget.FilePermit) {
        guard let type = ContentType(fileName: screenshot.name), [.jpeg, .png].contains(type) else { return nil }
        self.init(
            screenshot.object, type: type.rawValue, caching: ResourceKind.screenshot.caching(for: readers),
            readers: readers, permit: permit)
    }

    /// Evaluates the preconditions and ranges of a GET or HEAD request, and creates its response.
    func response(to method: ReadMethod, _ request: HTTPFields, now: HTTPDate = .now) -> Response {
        let answer = ConditionalGETResult(to: method, request: request, with: representation, now: now)
        if let failure = answer.failure { return failure.response(to: method.method) }
        return Response(
            status: answer.status, headers: answer.fields, body: answer.body.map { body($0) } ?? ResponseBody())
    }

    /// A body that reads and sends the bytes at these offsets.
    private func body(_ offsets: Range<Int>) -> ResponseBody {
        ChunkedBody { part in
            let bytes = try await withTaskExecutorPreference(WorkExecutors.reading) { try await object.read(part) }
            guard !bytes.isEmpty else {
                // The announced length cannot be sent any more, so the connection closes here.
                throw MosaicError(.unavailable, "file", "The file ends before its length.")
            }
            return ByteBuffer(bytes: bytes)
        }.body(offsets)
    }
}

/// Reads the full-size screenshots of storyboards. Each open screenshot holds a permit.
struct Screenshots: Sendable {
    let stored: StoredScreenshots
    let readers: ReadAccess
    var descriptors = DescriptorBudget.ofProcess

    /// The screenshots of a storyboard's chapters, in the order of chapter numbers; empty if the storyboard's source is
    /// unknown.
    ///
    /// - Throws: `unavailable`.
    func names(of id: StoryboardID) async throws -> [ScreenshotName] {
        guard let place = try await stored.place(of: id) else { return [] }
        return try await withTaskExecutorPreference(WorkExecutors.reading) { try await stored.names(of: id, in: place) }
    }

    /// Opens the JPEG or PNG screenshot of a name, even if it is retired; `nil` if there is none, or if the
    /// storyboard's source is unknown.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    func open(_ name: ScreenshotName, of id: StoryboardID) async throws -> FileResponse? {
        guard let place = try await stored.place(of: id) else { return nil }
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        return try await withTaskExecutorPreference(WorkExecutors.reading) {
            var screenshot = try await stored.open(name, of: id, in: place)
            if screenshot == nil { screenshot = try await stored.openRetired(name, of: id) }
            return screenshot.flatMap { FileResponse($0, readers: readers, permit: permit) }
        }
    }

    /// The validators of a screenshot's current version; `nil` if the screenshot is missing or removed.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    func validators(of name: ScreenshotName, of id: StoryboardID) async throws -> Validators? {
        guard let place = try await stored.place(of: id) else { return nil }
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        return try await withTaskExecutorPreference(WorkExecutors.reading) {
            try await stored.open(name, of: id, in: place)
                .flatMap { FileResponse($0, readers: readers, permit: permit) }?.representation.validators
        }
    }
}
