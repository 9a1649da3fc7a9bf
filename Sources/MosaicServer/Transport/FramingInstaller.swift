import NIOCore
import NIOHTTP1

/// Detects the protocol at its place in the pipeline, which looks the same to all handlers beside it.
///
/// With HTTP/1 it installs a framing handler where requests are unchanged. With HTTP/2, whose framing is unambiguous,
/// it reports the stream to the connection.
final class FramingInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let log: RequestLog

    /// - Parameter log: Logs requests that cannot be read.
    init(log: RequestLog) { self.log = log }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            do {
                try pipeline.addHandler(FramingHandler(log: log), position: .after(decoder))
            } catch {
                // Nothing is read that could not be checked.
                context.close(promise: nil)
            }
            // The handshake has negotiated HTTP/1.1, which has no streams.
            if let watch = try? pipeline.handler(type: HTTP2IdleTimeoutHandler.self) {
                pipeline.removeHandler(watch, promise: nil)
            }
        } else if let watch = try? context.channel.parent?.pipeline.syncOperations.handler(
            type: HTTP2IdleTimeoutHandler.self)
        {
            watch.begin(context.channel)
        }
        pipeline.removeHandler(self, promise: nil)
    }
}
