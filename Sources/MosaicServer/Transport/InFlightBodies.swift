import HTTPTypes
import Hummingbird
import NIOCore

/// Sends bodies as fast as there are permits for their bytes; answers 503 where the first chunk gets none in time.
struct InFlightBodies: RouterMiddleware {
    typealias Context = ServerContext

    /// Maximum time until the first chunk of a response.
    private static let timeout = TimeAmount.seconds(5)
    /// The ends of the routes by which an orchestrator decides whether to end the server.
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
    /// Clients read too few of the bytes in flight.
    static let tooManyAnswers = RequestError(
        .unavailable, "Too many answers are on their way.", [.retryAfter: "5"])
}

/// Writes a body in pieces for which there are permits.
///
/// It never waits for permits while it has unused ones, so that writers do not wait for each other.
final class QuotaBodyWriter: ResponseBodyWriter {
    private var base: any ResponseBodyWriter
    private let account: ConnectionQuota
    /// Permits of bytes that are not written yet.
    private var reserved: Int

    init(_ base: any ResponseBodyWriter, _ account: ConnectionQuota, reserved: Int) {
        self.base = base
        self.account = account
        self.reserved = reserved
    }

    /// Waits for a permit to make some of `bytes` bytes; returns their number.
    ///
    /// - Throws: `ChannelError` if the client has left.
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
    /// Waits for a permit to make some of `bytes` bytes; returns their number.
    func reserve(_ bytes: Int) async throws -> Int { try await (self as? QuotaBodyWriter)?.reserve(bytes) ?? bytes }
}
