import HTTPTypes
import Hummingbird
import Mosaic
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MosaicServer

/// Hot answers over a storyboard in memory, and connections that go nowhere.
struct HotBench {
    /// Results of some requests.
    struct Outcome {
        /// Pieces of answers.
        let sent: [[UInt8]]
        /// Heads that went on.
        let passed: [HTTPRequestHead]
    }

    let served: ServedLibrary
    let storyboard: Storyboard
    let cache: DocumentCache
    /// The target of the tile at 400 s.
    let tile: String
    let routes: HotRoutes
    private let hotAnswers: HotAnswers
    private let router: DirectServer
    private let prefix: String

    init(warm: Bool = true, _ change: (inout ServerSettings) -> Void = { _ in }) async throws {
        served = try await ServedLibrary()
        storyboard = try await served.storyboard()
        var settings = ServerSettings()
        change(&settings)
        let (rules, urls) = (try ServerRules(settings), try URLBuilder(settings))
        let cache = DocumentCache(library: served.library, budget: 1 << 24, readers: .anyone, freshness: .seconds(600))
        router = try DirectServer(settings) { routes in
            DocumentRoutes(cache: cache, rule: rules.access, urls: urls).add(to: routes)
            TileRoutes(cache: cache, rule: rules.access, urls: urls).add(to: routes)
        }
        routes = HotRoutes(router.paths, prefix: urls.prefix)
        hotAnswers = try #require(
            HotAnswers(
                routes: routes, rules: rules,
                inFlight: InFlightBudget(capacity: 64 << 20), longestRequest: settings.headerBytes,
                measures: RequestMetrics(PrometheusMetrics()), logger: .silent))
        self.cache = cache
        prefix = urls.prefix
        let snapshot = try #require(try await cache.snapshot(of: served.id))
        let cut = try await TileCutting(cache: cache).cut(1, of: snapshot, served.id)
        tile = "/storyboards/film/tiles/\(TileName(number: 1, hash: cut.hash))"
        _ = cache.purge()
        if warm { try await self.warm() }
    }

    /// The paths of all routes that are read from memory.
    var paths: [String] { router.paths.cached.map(\.path) }

    /// Asks the router for everything that a case asks for, once.
    func warm() async throws {
        for target in HotAnswersCase.all.map({ $0.path(in: storyboard, tile: tile) }) {
            _ = try await router.answer(.get, prefix + target)
        }
    }

    /// The entity tag that the router gives a target.
    func tag(of path: String) async throws -> String {
        try await router.answer(.get, prefix + path).fields[.eTag] ?? ""
    }

    /// Sends texts over a new connection, one after the other.
    ///
    /// - Parameter answering: Whether what goes on is answered before the next text comes.
    func outcome(of texts: [String], answering: Bool = false) throws -> Outcome {
        let router = Passed(answering: answering)
        let passed = PassedRequests()
        let drain = SlowReaderHandler(timeout: .seconds(30), slowest: 0)
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.pipeline.syncOperations.addHandlers([
            drain, HotAnswersHandler(hotAnswers, passed: passed, drain: drain, idleTimeout: .seconds(30)),
            HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), passed, router,
        ])
        for text in texts { try channel.writeInbound(ByteBuffer(string: text)) }
        var sent: [[UInt8]] = []
        while let piece = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = piece { sent.append(Array(buffer.readableBytesView)) }
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return Outcome(sent: sent, passed: router.heads)
    }

    /// Stands where the router would.
    private final class Passed: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let answering: Bool
        private(set) var heads: [HTTPRequestHead] = []

        init(answering: Bool) { self.answering = answering }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): heads.append(head)
            case .body: break
            case .end:
                guard answering else { return }
                context.write(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .noContent))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
