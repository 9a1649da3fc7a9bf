import HTTPTypes
import Hummingbird

/// A whole body as it is sent, with everything that is said about it.
struct ServedBody: Sendable {
    /// What is said about it.
    let representation: Representation
    /// The bytes; sending part of them copies nothing.
    let bytes: ByteBuffer
    /// The fields that go with the whole body, as HTTP/1.1 writes them.
    let lines: ByteBuffer

    /// Takes what lies in memory.
    init(_ stored: StoredAnswer) { self.init(stored.representation, ByteBuffer(bytes: stored.body)) }

    init(_ representation: Representation, _ bytes: ByteBuffer) {
        self.representation = representation
        self.bytes = bytes
        lines = representation.fields.lines
    }

    /// Weighs a GET's or HEAD's conditions and ranges, and answers it.
    func response(to method: ReadMethod, _ request: HTTPFields, now: HTTPDate) -> Response {
        let answer = ReadAnswer(to: method, request: request, with: representation, now: now)
        if let failure = answer.failure { return failure.response(to: method.method) }
        if answer.status == .notModified { return .empty(.notModified, answer.fields) }
        let part = answer.body.flatMap { offsets in
            bytes.getSlice(at: bytes.readerIndex + offsets.lowerBound, length: offsets.count)
        }
        return Response(
            status: answer.status, headers: answer.fields,
            body: part.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
    }
}
