import Foundation
import NIOCore

/// One connection of a client through a ``FaultProxy``, with its own to the server; of one event loop.
final class FaultRelay {
    private let front: any Channel
    private let back: any Channel
    private let state: FaultProxy.State
    private var fault: FaultProxy.Fault?
    /// The bytes of the answer so far, and where its body begins.
    private var received = 0
    private var bodyStart: Int?
    private var end: [UInt8] = []

    init(front: any Channel, back: any Channel, state: FaultProxy.State) {
        self.front = front
        self.back = back
        self.state = state
    }

    func request(_ bytes: ByteBuffer) {
        if Self.beginsRequest(bytes) {
            fault = state.next()
            (received, bodyStart, end) = (0, nil, [])
        }
        switch fault {
        case .delay(let delay):
            fault = nil
            let back = back
            back.eventLoop.scheduleTask(in: TimeAmount(delay)) { back.writeAndFlush(bytes, promise: nil) }
        case .reset:
            // With nothing to linger for, the connection is reset and not closed.
            let front = front
            (front as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
                front.close(promise: nil)
            }
            back.close(promise: nil)
        case .answer(let reply):
            front.writeAndFlush(Self.written(reply), promise: nil)
        default: back.writeAndFlush(bytes, promise: nil)
        }
    }

    func answer(_ bytes: ByteBuffer) {
        var bytes = bytes
        let start = received
        received += bytes.readableBytes
        findBody(bytes, from: start)
        guard let bodyStart, let fault else {
            front.writeAndFlush(bytes, promise: nil)
            return
        }
        switch fault {
        case .corrupt(let offset):
            let index = bodyStart + offset - start
            if index >= 0, index < bytes.readableBytes,
                let byte = bytes.getInteger(at: bytes.readerIndex + index, as: UInt8.self)
            {
                bytes.setInteger(byte ^ 0x10, at: bytes.readerIndex + index)
            }
            front.writeAndFlush(bytes, promise: nil)
        case .cut(let count):
            let left = max(0, bodyStart + count - start)
            guard left <= bytes.readableBytes else {
                front.writeAndFlush(bytes, promise: nil)
                return
            }
            let (front, back) = (front, back)
            front.writeAndFlush(bytes.getSlice(at: bytes.readerIndex, length: left) ?? bytes).whenComplete { _ in
                front.close(promise: nil)
                back.close(promise: nil)
            }
        default: front.writeAndFlush(bytes, promise: nil)
        }
    }

    private func findBody(_ bytes: ByteBuffer, from start: Int) {
        guard bodyStart == nil else { return }
        for (index, byte) in bytes.readableBytesView.enumerated() {
            end = Array(end.suffix(3)) + [byte]
            guard end == Array("\r\n\r\n".utf8) else { continue }
            bodyStart = start + index + 1
            return
        }
    }

    func close() {
        front.close(promise: nil)
        back.close(promise: nil)
    }

    private static func beginsRequest(_ bytes: ByteBuffer) -> Bool {
        ["GET ", "HEAD ", "PUT "].contains { bytes.readableBytesView.starts(with: $0.utf8) }
    }

    private static func written(_ reply: S3Reply) -> ByteBuffer {
        var text = "HTTP/1.1 \(reply.status) Spoiled\r\nContent-Length: \(reply.body.readableBytes)\r\n"
        for field in reply.headers { text += "\(field.name): \(field.value)\r\n" }
        var bytes = ByteBuffer(string: text + "\r\n")
        bytes.writeImmutableBuffer(reply.body)
        return bytes
    }

    final class Front: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let relay: FaultRelay
        init(_ relay: FaultRelay) { self.relay = relay }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { relay.request(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { relay.close() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { relay.close() }
    }

    final class Back: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let relay: FaultRelay
        init(_ relay: FaultRelay) { self.relay = relay }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { relay.answer(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { relay.close() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { relay.close() }
    }
}
