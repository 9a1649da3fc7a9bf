import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Rejects HTTP/2 requests with too many or too long header fields, or with an ambiguous target or host. Ends only the
/// stream, and keeps the connection.
///
/// See [RFC 9113, sections 8.3.1 and 10.5.1](https://www.rfc-editor.org/rfc/rfc9113#section-8.3.1).
final class StreamHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let headerBytes: Int
    private let headerCount: Int
    private let log: RequestLog
    /// Whether this handler has responded to the request instead of passing it on.
    private var isAnswered = false

    /// - Parameters:
    ///   - headerBytes: Maximum size of the header fields and the target in bytes.
    ///   - headerCount: Maximum number of header fields.
    ///   - log: Logs rejected requests.
    init(headerBytes: Int, headerCount: Int, log: RequestLog) {
        self.headerBytes = headerBytes
        self.headerCount = headerCount
        self.log = log
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard !isAnswered, let fault = fault(of: head) else { break }
            isAnswered = true
            return answer(fault, context)
        case .body: break
        // Closes after the end of the request: closing earlier would report a failed request to the client.
        case .end: if isAnswered { return context.close(promise: nil) }
        }
        if !isAnswered { context.fireChannelRead(data) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Later handlers do not read the rest of a rejected request.
        if isAnswered { context.read() }
        context.fireChannelReadComplete()
    }

    private func fault(of head: HTTPRequest) -> ErrorResponse? {
        let path = head.path ?? ""
        let bytes = head.headerFields.reduce(path.utf8.count) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard head.headerFields.count <= headerCount, bytes <= headerBytes else { return .fieldsTooLong }
        let isClear = path.hasPrefix("/") || (path == "*" && head.method == .options) || head.method == .connect
        // Another server on the path could read either value as the request's host.
        let hosts = head.headerFields[values: .host]
        let isOneHost = hosts.isEmpty || (hosts.count == 1 && isSame(hosts[0], head.authority))
        return isClear && isOneHost ? nil : .unreadable
    }

    private func isSame(_ host: String, _ authority: String?) -> Bool {
        authority.map { $0.lowercased() == host.lowercased() } ?? true
    }

    private func answer(_ fault: ErrorResponse, _ context: ChannelHandlerContext) {
        var (fields, body) = fault.content
        let number = RequestNumber.next().description
        fields[.requestID] = number
        log.write(
            LoggedRequest(
                number: number, method: "-", target: "-", status: fault.status, bytes: body.count, duration: .zero))
        context.write(wrapOutboundOut(.head(HTTPResponse(status: fault.status, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

extension HTTPField.Name {
    /// The host field of HTTP/1.1, which is `:authority` in HTTP/2.
    fileprivate static let host = constant("Host")
}

/// The response to bytes that are not a valid request. Like every error response it has a code, a sentence and the
/// request id of the log.
struct UnreadableRequest {
    private let error: ErrorResponse

    init(_ error: HTTPParserError) {
        self.error =
            switch error {
            case .headerOverflow: .fieldsTooLong
            default: .unreadable
            }
    }

    /// Creates and logs the response, after which the connection closes.
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
    /// The error for too many or too long header fields.
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
