import HTTPTypes
import Hummingbird
import Mosaic

/// A whole body with its metadata.
final class BufferedResponse: Sendable {
    /// The metadata of the body.
    let representation: Representation
    /// The bytes; sending a part of them copies nothing.
    let bytes: ByteBuffer
    /// The beginning of the head of an answer with the whole body in HTTP/1.1: its first line and these fields.
    let head: ByteBuffer
    /// Makes the bytes while they are sent, where ``bytes`` has none.
    private let chunks: ChunkedBody?

    /// Describes a body in memory.
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

    /// A body whose bytes are made while they are sent.
    init(_ representation: Representation, _ chunks: ChunkedBody) {
        self.representation = representation
        self.chunks = chunks
        bytes = ByteBuffer()
        head = ByteBuffer()
    }

    /// The same bytes with other metadata.
    func with(_ other: Representation) -> BufferedResponse {
        chunks.map { BufferedResponse(other, $0) } ?? BufferedResponse(other, bytes)
    }

    /// Evaluates conditions and ranges of a GET or HEAD, and answers it.
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
    /// The error in place of the representation where a condition or range fails; nil where none does.
    var failure: ErrorResponse? {
        switch status {
        case .preconditionFailed:
            ErrorResponse(.preconditionFailed, "precondition_failed", "It is another version.", fields)
        case .rangeNotSatisfiable:
            ErrorResponse(.rangeNotSatisfiable, "range_not_satisfiable", "It has no such bytes.", fields)
        default: nil
        }
    }
}

extension WriteCondition {
    /// Throws where the condition fails.
    ///
    /// - Parameter current: The validators of the current version; nil where there is none.
    /// - Throws: `preconditionFailed`.
    func require(_ current: Validators?) throws(RequestError) {
        guard holds(for: current, now: .now) else {
            throw RequestError(.preconditionFailed, "It is another version.")
        }
    }
}

extension Response {
    /// An answer without a body (204 or 304) and without its length.
    ///
    /// See [RFC 9110, section 8.6](https://www.rfc-editor.org/rfc/rfc9110#section-8.6).
    static func empty(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Response {
        var response = Response(status: status, headers: fields)
        response.headers[.contentLength] = nil
        return response
    }
}

extension HTTPFields {
    /// The fields as lines of HTTP/1.1, after those of the fields before them.
    func write(into buffer: inout ByteBuffer) {
        for field in self { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
    }

    /// The beginning of the head of an answer in HTTP/1.1: the line of its status, and the fields.
    func lines(after status: HTTPResponse.Status) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        write(into: &buffer)
        return buffer
    }
}
