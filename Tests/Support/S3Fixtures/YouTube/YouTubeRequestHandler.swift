import Foundation
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, some of them slowly or not to their end.
final class YouTubeRequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: YouTubeServerState
    private var head: HTTPRequestHead?

    init(_ server: YouTubeServerState) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            answer(server.reply(to: YouTubeServerRequest(head)), context)
        }
    }

    private func answer(_ reply: YouTubeReply, _ context: ChannelHandlerContext) {
        let body = Array(reply.body.utf8)
        var headers = HTTPHeaders(reply.headers.map { ($0.name, $0.value) })
        headers.add(name: "Content-Type", value: "application/json; charset=UTF-8")
        if reply.status != 304 { headers.replaceOrAdd(name: "Content-Length", value: String(body.count)) }
        let status = HTTPResponseStatus(statusCode: reply.status)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        switch reply.pace {
        case .atOnce:
            send(body[...], context)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        case .slowly(let parts, let pause):
            send(body[...], parts: max(1, parts), pause: pause, context)
        case .half: send(body.prefix(body.count / 2), context)
        case .cut:
            send(body.prefix(body.count / 2), context)
            context.close(promise: nil)
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        guard !bytes.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    }

    private func send(_ bytes: ArraySlice<UInt8>, parts: Int, pause: Int64, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard parts > 1 else {
            send(bytes, context)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            return
        }
        let part = bytes.prefix(bytes.count / parts)
        send(part, context)
        let rest = bytes.dropFirst(part.count)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(pause)) {
            let (handler, context) = bound.value
            handler.send(rest, parts: parts - 1, pause: pause, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension YouTubeServerRequest {
    fileprivate init(_ head: HTTPRequestHead) {
        let parts = URLComponents(string: head.uri)
        let prefix = "/youtube/v3/"
        let path = parts?.path ?? ""
        self.init(
            method: path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path,
            query: Dictionary((parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first },
            uri: head.uri, authorization: head.headers.first(name: "authorization"),
            ifNoneMatch: head.headers.first(name: "if-none-match"))
    }
}
