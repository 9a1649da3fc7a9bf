import NIOCore
import NIOHTTP1

/// Finds out what is spoken where it is put, which looks the same to all that stands beside it.
///
/// HTTP/1 gets a framing handler where requests are as they came. The frames of HTTP/2 leave no doubt; there, the
/// connection is told of the stream.
final class FramingInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let log: RequestLog

    /// - Parameter log: What is told of requests that cannot be read.
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
            // The handshake has settled that there are no streams.
            if let watch = try? pipeline.handler(type: StreamWatch.self) {
                pipeline.removeHandler(watch, promise: nil)
            }
        } else if let watch = try? context.channel.parent?.pipeline.syncOperations.handler(type: StreamWatch.self) {
            watch.begin(context.channel)
        }
        pipeline.removeHandler(self, promise: nil)
    }
}
