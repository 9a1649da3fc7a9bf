import HTTPTypes
import NIOCore
import NIOHTTP1

/// The answer to bytes that cannot be read as a request: like every error a code, a sentence and the request id of the
/// log.
struct UnreadableRequest {
    private let error: ErrorResponse

    init(_ error: HTTPParserError) {
        self.error =
            switch error {
            case .headerOverflow: .fieldsTooLong
            default: .unreadable
            }
    }

    /// The answer, after which the connection closes; also logged.
    func answer(_ log: RequestLog) -> (head: HTTPResponseHead, body: ByteBuffer) {
        let (fields, body) = error.content
        let number = RequestNumber.next().description
        var headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
        headers.add(name: HTTPField.Name.requestID.rawName, value: number)
        headers.add(name: "Connection", value: "close")
        log.write(
            LoggedRequest(
                number: number, method: "-", target: "-", status: error.status, bytes: body.count, duration: .zero))
        let status = HTTPResponseStatus(statusCode: error.status.code, reasonPhrase: error.status.reasonPhrase)
        return (HTTPResponseHead(version: .http1_1, status: status, headers: headers), ByteBuffer(bytes: body))
    }
}

extension ErrorResponse {
    /// The error for fields that are too many or too long.
    static var fieldsTooLong: ErrorResponse {
        ErrorResponse(
            .requestHeaderFieldsTooLarge, RequestError.Code.tooLarge.rawValue,
            "The request's fields, or its address, are too long.")
    }

    /// The error for a request that is ambiguous or unreadable.
    static var unreadable: ErrorResponse {
        ErrorResponse(.badRequest, RequestError.Code.invalidRequest.rawValue, "The request cannot be read.")
    }
}
