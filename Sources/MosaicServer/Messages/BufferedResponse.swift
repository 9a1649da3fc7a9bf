import HTTPTypes
import Hummingbird
import Mosaic

/// A response body with its metadata.
final class BufferedResponse: Sendable {
    /// The metadata of the body.
    let representation: Representation
    /// The bytes; empty if they are created while they are sent. Sending a part copies nothing.
    let bytes: ByteBuffer
    /// The beginning of the HTTP/1.1 response head for the whole body: the status line and the header fields of
    /// `representation`. Empty if the bytes are created while they are sent.
    let head: ByteBuffer
    /// Creates the bytes while they are sent; `nil` if ``bytes`` has them.
    private let chunks: ChunkedBody?

    /// Creates a response from a body in memory.
    convenience init(
        _ bytes: [UInt8], type: ContentType, entityTag: EntityTag?, lastModified: HTTPDate? = nil, caching: Caching,
        readers: ReadAccess = .anyone, contentLocation: String? = nil
    ) {
        self.init(
            Representation(
                count: bytes.count, type: type.rawValue, entityTag: entityTag, lastModified: lastModified,
                caching: caching, readers: readers, contentLocation: contentLocation), ByteBuffer(bytes: bytes))
    }

    init(_ representation: Representation, _ bytes: ByteBuffer) {
        self.representation = representation
        self.bytes = bytes
        head = representation.fields.lines(after: .ok)
        chunks = nil
    }

    /// Creates a response from a body that is created while it is sent.
    init(_ representation: Representation, _ chunks: ChunkedBody) {
        self.representation = representation
        self.chunks = chunks
        bytes = ByteBuffer()
        head = ByteBuffer()
    }

    /// The same body with other metadata.
    func with(_ other: Representation) -> BufferedResponse {
        chunks.map { BufferedResponse(other, $0) } ?? BufferedResponse(other, bytes)
    }

    /// Evaluates the preconditions and ranges of a GET or HEAD request, and creates its response.
    func response(to method: ReadMethod, _ request: HTTPFields, now: HTTPDate) -> Response {
        let answer = ConditionalGETResult(to: method, request: request, with: representation, now: now)
        if let failure = answer.failure { return failure.response(to: method.method) }
        if answer.status == .notModified { return .empty(.notModified, answer.fields) }
        return Response(
            status: answer.status, headers: answer.fields, body: answer.body.flatMap(body) ?? ResponseBody())
    }

    private func body(_ offsets: Range<Int>) -> ResponseBody? {
        if let chunks { return chunks.body(offsets) }
        return bytes.getSlice(at: bytes.readerIndex + offsets.lowerBound, length: offsets.count).map {
            ResponseBody(byteBuffer: $0)
        }
    }
}

extension ConditionalGETResult {
    /// The error response if a precondition failed or a range cannot be satisfied; otherwise `nil`.
    var failure: ErrorResponse? {
        switch status {
        case .preconditionFailed:
            ErrorResponse(
                .preconditionFailed, "precondition_failed",
                "The file is another version than the condition names: fetch it without If-Match and If-Unmodified-Since.",
                fields)
        case .rangeNotSatisfiable:
            ErrorResponse(
                .rangeNotSatisfiable, "range_not_satisfiable",
                "The range begins after the end of the file, whose length is in the field Content-Range.", fields)
        default: nil
        }
    }
}

extension WriteCondition {
    /// Throws if the precondition fails.
    ///
    /// - Parameter current: The validators of the current version; `nil` if there is none.
    /// - Throws: `preconditionFailed`.
    func require(_ current: Validators?) throws(RequestError) {
        guard holds(for: current, now: .now) else {
            throw RequestError(.preconditionFailed, "It is another version.")
        }
    }
}

extension Response {
    /// A response without a body (204 or 304) and without `Content-Length`.
    ///
    /// See [RFC 9110, section 8.6](https://www.rfc-editor.org/rfc/rfc9110#section-8.6).
    static func empty(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Response {
        var response = Response(status: status, headers: fields)
        response.headers[.contentLength] = nil
        return response
    }
}

extension HTTPFields {
    /// Writes the fields as HTTP/1.1 lines.
    func write(into buffer: inout ByteBuffer) {
        for field in self { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
    }

    /// The beginning of an HTTP/1.1 response head: the status line and the fields.
    func lines(after status: HTTPResponse.Status) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        write(into: &buffer)
        return buffer
    }
}
