import HTTPTypes
import NIOCore
import NIOHTTP1

/// What is answered where a request should be and cannot be read: as to every other error, a code, a sentence and a
/// number that the log knows.
struct UnreadableRequest {
    private let error: ErrorAnswer

    init(_ error: HTTPParserError) {
        self.error =
            switch error {
            case .headerOverflow: .fieldsTooLong
            default: .unreadable
            }
    }

    /// The answer, behind which the connection ends; it goes into the log.
    func answer(_ log: RequestLog) -> (head: HTTPResponseHead, body: ByteBuffer) {
        let (fields, body) = error.content
        let number = ServerContext.requestNumber()
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

extension ErrorAnswer {
    /// What is said of fields that are too many or too long.
    static var fieldsTooLong: ErrorAnswer {
        ErrorAnswer(
            .requestHeaderFieldsTooLarge, RequestError.Code.tooLarge.rawValue,
            "The request's fields, or its address, are too long.")
    }

    /// What is said of a request that can be read in more ways than one, or in none.
    static var unreadable: ErrorAnswer {
        ErrorAnswer(.badRequest, RequestError.Code.invalidRequest.rawValue, "The request cannot be read.")
    }
}
