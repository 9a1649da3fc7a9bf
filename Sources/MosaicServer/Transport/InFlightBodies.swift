import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Synchronization

/// Sends bodies as permits for their bytes become free. Responds with 503 if the first chunk gets no permits in time.
struct InFlightBodies: RouterMiddleware {
    typealias Context = ServerContext

    /// Maximum time until the first chunk of a response has its permits.
    private static let timeout = TimeAmount.seconds(5)
    /// Path suffixes of the health checks, by which an orchestrator decides whether to stop the server.
    private static let probes = ["/health", "/ready"]

    let budget: InFlightBudget

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let account = budget.account(of: context.channel) else { return try await next(request, context) }
        let isProbe = Self.probes.contains { context.endpointPath?.hasSuffix($0) == true }
        guard isProbe || !account.isStream || !budget.hasTooManyStreams else { throw RequestError.tooManyAnswers }
        var response = try await next(request, context)
        let length = response.body.contentLength ?? .max
        guard request.method != .head, length > InFlightBudget.tiny else { return response }
        let first = min(length, InFlightBudget.chunk)
        guard await account.take(first, within: Self.timeout) else { throw RequestError.tooManyAnswers }
        guard length > InFlightBudget.chunk else { return response }
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(QuotaBodyWriter(writer, account, reserved: first))
        }
        return response
    }
}

extension RequestError {
    /// The error if clients do not read the bytes in flight fast enough.
    static let tooManyAnswers = RequestError(
        .unavailable, "Too many answers are on their way.", [.retryAfter: "5"])
}

/// Writes a body in pieces, each after its permits are taken.
///
/// The writer never waits for permits while it has unused ones, so that writers do not wait for each other.
final class QuotaBodyWriter: ResponseBodyWriter {
    private var base: any ResponseBodyWriter
    private let account: ConnectionQuota
    /// Number of permits for bytes that are not written yet.
    private var reserved: Int

    init(_ base: any ResponseBodyWriter, _ account: ConnectionQuota, reserved: Int) {
        self.base = base
        self.account = account
        self.reserved = reserved
    }

    /// Returns the number of permitted bytes, at most `bytes`. Waits for permits only if there are no unused ones;
    /// releases unused ones beyond `bytes`.
    ///
    /// - Throws: `ChannelError` if the client has disconnected.
    func reserve(_ bytes: Int) async throws -> Int {
        if reserved > bytes {
            account.release(reserved - bytes)
            reserved = bytes
        } else if reserved == 0 {
            guard await account.take(bytes) else { throw ChannelError.ioOnClosedChannel }
            reserved = bytes
        }
        return reserved
    }

    func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > 0 {
            if reserved == 0 { _ = try await reserve(min(rest.readableBytes, InFlightBudget.chunk)) }
            guard let piece = rest.readSlice(length: min(rest.readableBytes, reserved)) else { return }
            reserved -= piece.readableBytes
            try await base.write(piece)
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws { try await base.finish(trailingHeaders) }
}

extension ResponseBodyWriter {
    /// Waits for permits for at most `bytes` bytes; returns the number of permitted bytes.
    func reserve(_ bytes: Int) async throws -> Int { try await (self as? QuotaBodyWriter)?.reserve(bytes) ?? bytes }
}

/// Returns the permits of a body's bytes when the socket has accepted the bytes, or when they cannot be sent any more.
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

/// The permits of one HTTP/1.1 connection or HTTP/2 stream.
final class ConnectionQuota: Sendable {
    let name: ObjectIdentifier
    /// The connection whose share of the permits counts.
    let connection: ObjectIdentifier
    let eventLoop: any EventLoop
    private let budget: InFlightBudget
    private let state = Mutex((granted: 0, isClosed: false))

    init(
        _ budget: InFlightBudget, _ name: ObjectIdentifier, connection: ObjectIdentifier, on eventLoop: any EventLoop
    ) {
        self.budget = budget
        self.name = name
        self.connection = connection
        self.eventLoop = eventLoop
    }

    var isStream: Bool { name != connection }

    /// Takes permits for the next bytes, at most ``InFlightBudget/chunk``; returns `false` after the time limit, or if
    /// the account is closed or the task is cancelled.
    func take(_ bytes: Int, within limit: TimeAmount? = nil) async -> Bool {
        guard await budget.take(bytes, for: self, within: limit) else { return false }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.granted += bytes }
            return state.isClosed
        }
        if isClosed { giveBack(bytes) }
        return !isClosed
    }

    /// Uses permits for bytes that are being written to the socket.
    ///
    /// - Returns: Number of permits to return when the socket has accepted the bytes.
    func spend(_ bytes: Int) -> Int {
        state.withLock { state in
            let spent = min(bytes, state.granted)
            state.granted -= spent
            return spent
        }
    }

    /// Returns permits for bytes that will not be written.
    func release(_ bytes: Int) { giveBack(spend(bytes)) }

    /// Returns permits for bytes that the socket has accepted.
    func giveBack(_ bytes: Int) { budget.giveBack(bytes, of: connection) }

    /// Returns unused permits and closes the account.
    func close() {
        budget.close(self)
        let unused = state.withLock { state in
            defer { state = (0, true) }
            return state.granted
        }
        if unused > 0 { giveBack(unused) }
    }
}

/// A body that is created while it is sent, as permits become free.
struct ChunkedBody: Sendable {
    /// Creates the bytes at these offsets, or a first part of them of at least one byte.
    let read: @Sendable (Range<Int>) async throws -> ByteBuffer

    /// Creates the response body with the bytes at these offsets.
    func body(_ offsets: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: offsets.count) { writer in
            var rest = offsets
            while !rest.isEmpty {
                let count = try await writer.reserve(min(rest.count, InFlightBudget.chunk))
                let bytes = try await read(rest.prefix(count))
                try await writer.write(bytes)
                rest = rest.lowerBound + bytes.readableBytes..<rest.upperBound
            }
            try await writer.finish(nil)
        }
    }
}
