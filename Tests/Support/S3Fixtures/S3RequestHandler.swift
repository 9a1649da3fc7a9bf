import NIOCore
import NIOHTTP1

/// Answers the requests of one connection after the server's latency.
final class S3RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: S3ServerState
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    private var isAnswering = false

    init(_ server: S3ServerState) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body.clear()
            isAnswering = true
            server.begin()
        case .body(var part): body.writeBuffer(&part)
        case .end:
            guard let head else { return }
            self.head = nil
            let request = (head, body)
            body = ByteBuffer()
            guard server.latency > .zero else { return answer(request, context) }
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: TimeAmount(server.latency)) {
                let (handler, context) = bound.value
                handler.answer(request, context)
            }
        }
    }

    private func answer(_ request: (head: HTTPRequestHead, body: ByteBuffer), _ context: ChannelHandlerContext) {
        guard isAnswering, context.channel.isActive else { return }
        let reply =
            S3Request(request.head).map { server.reply(to: $0, body: request.body) }
            ?? .error(400, "InvalidURI")
        var headers = HTTPHeaders(reply.headers.map { ($0.name, $0.value) })
        headers.add(name: "Server", value: "S3Server")
        if !headers.contains(name: "Content-Length") {
            headers.add(name: "Content-Length", value: String(reply.body.readableBytes))
        }
        let status = HTTPResponseStatus(statusCode: reply.status)
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        let count = request.head.method == .HEAD ? 0 : reply.body.readableBytes
        if count > 0 { context.write(wrapOutboundOut(.body(.byteBuffer(reply.body))), promise: nil) }
        isAnswering = false
        server.end(sent: count)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isAnswering { server.end(sent: 0) }
        isAnswering = false
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
