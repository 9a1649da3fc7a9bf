import NIOCore
import NIOHTTP1

/// Ends connections over which another reader might see other requests than this server does, those over which a body
/// goes on and on that was answered already, and those whose client said that a request is its last.
///
/// See [RFC 9112, sections 3.2, 6.3 and 9.3](https://www.rfc-editor.org/rfc/rfc9112#section-6.3).
final class FramingHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Bytes of a body that are still read once it was answered: a client that sent them before it could know reads its
    /// answer and goes on over the same connection.
    private static let patience = 1 << 20

    /// Requests that have come in part and were not answered to the end.
    private var open = 0
    private var unwanted = 0
    /// Whether the last request has come, perhaps in part.
    private var isLast = false
    /// Whether nothing is looked at any more.
    private var isDone = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        var data = data
        switch unwrapInboundIn(data) {
        case .head(var head):
            guard Self.isClear(head) else {
                isDone = true
                // As if the bytes could not be read: what came before is answered first, and nothing behind is looked at.
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            open += 1
            unwanted = 0
            if Self.isLast(head) {
                isLast = true
                // However it was said, in words that are understood behind.
                head.headers.replaceOrAdd(name: "Connection", value: "close")
                data = wrapInboundOut(.head(head))
            }
        case .body(let bytes) where open == 0:
            unwanted += bytes.readableBytes
            guard unwanted <= Self.patience else {
                isDone = true
                return context.close(promise: nil)
            }
        case .body: break
        case .end: isDone = isLast
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        // What the decoder takes for another protocol it would only pile up.
        guard !(isDone && isLast) else { return }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where isLast && open == 1 && head.status.code >= 200:
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: break
        case .end: open = max(0, open - 1)
        }
        context.write(data, promise: promise)
    }

    /// Whether nothing is read behind this request.
    ///
    /// Behind one that would like to go on in another protocol the decoder reads no further, though none is spoken here.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        !head.isKeepAlive || head.headers.contains(name: "Upgrade") || head.method == .CONNECT
    }

    /// Whether everyone sees the same host and the same end.
    static func isClear(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers["Transfer-Encoding"]
        guard codings.isEmpty || (head.version != .http1_0 && codings.map { $0.lowercased() } == ["chunked"]) else {
            return false
        }
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && head.version == .http1_0) else { return false }
        guard !head.uri.hasPrefix("/"), head.uri != "*" else { return true }
        let parts = head.uri.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty else {
            return false
        }
        return hosts.first?.lowercased() == parts[2].lowercased()
    }
}

/// Puts a framing handler where requests are as they came, wherever it is itself put; nowhere in HTTP/2, whose frames
/// leave no doubt.
final class FramingInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            do {
                try pipeline.addHandler(FramingHandler(), position: .after(decoder))
            } catch {
                // Nothing is read that could not be checked.
                context.close(promise: nil)
            }
        }
        pipeline.removeHandler(self, promise: nil)
    }
}
