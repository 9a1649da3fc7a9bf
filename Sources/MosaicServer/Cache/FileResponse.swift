import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// An open file: its bytes belong to one version, even if another file takes its name meanwhile.
struct FileResponse: Sendable {
    /// Length, validators and media type.
    let representation: Representation
    private let object: OpenObject
    private let permit: DescriptorBudget.FilePermit

    /// Serves an open file as a media type.
    init(
        _ object: OpenObject, type: String, caching: Caching, readers: ReadAccess, permit: DescriptorBudget.FilePermit
    ) {
        self.object = object
        self.permit = permit
        representation = Representation(
            count: object.bytes, type: type, entityTag: EntityTag(opaque: object.tag),
            lastModified: HTTPDate(object.modified), caching: caching, readers: readers)
    }

    /// Serves a screenshot; nil where its name is of no type that is served.
    init?(_ screenshot: OpenScreenshot, readers: ReadAccess, permit: DescriptorBudget.FilePermit) {
        guard let type = ContentType(fileName: screenshot.name), [.jpeg, .png].contains(type) else { return nil }
        self.init(
            screenshot.object, type: type.rawValue, caching: ResourceKind.screenshot.caching(for: readers),
            readers: readers, permit: permit)
    }

    /// Evaluates conditions and ranges of a GET or HEAD, and answers it.
    func response(to method: ReadMethod, _ request: HTTPFields, now: HTTPDate = .now) -> Response {
        let answer = ConditionalGETResult(to: method, request: request, with: representation, now: now)
        if let failure = answer.failure { return failure.response(to: method.method) }
        return Response(
            status: answer.status, headers: answer.fields, body: answer.body.map { body($0) } ?? ResponseBody())
    }

    /// Sends part of it.
    private func body(_ offsets: Range<Int>) -> ResponseBody {
        ChunkedBody { part in
            let bytes = try await withTaskExecutorPreference(WorkExecutors.reading) { try await object.read(part) }
            guard !bytes.isEmpty else {
                // What was promised cannot be sent any more, so the connection ends here.
                throw MosaicError(.unavailable, "file", "The file ends before its length.")
            }
            return ByteBuffer(bytes: bytes)
        }.body(offsets)
    }
}
