import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Returns the permits of a body's bytes when the socket has taken them, or never will.
final class InFlightHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let budget: InFlightBudget
    private var account: ConnectionQuota?

    init(_ budget: InFlightBudget) { self.budget = budget }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        let pipeline = context.pipeline.syncOperations
        let isConnection = (try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)) != nil
        account = budget.open(channel, over: isConnection ? channel : channel.parent ?? channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        account?.close()
        account = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let account, case .body(let bytes) = unwrapOutboundIn(data),
            case let spent = account.spend(bytes.readableBytes), spent > 0
        else { return context.write(data, promise: promise) }
        let promise = promise ?? context.eventLoop.makePromise()
        promise.futureResult.whenComplete { _ in account.giveBack(spent) }
        context.write(data, promise: promise)
    }
}
