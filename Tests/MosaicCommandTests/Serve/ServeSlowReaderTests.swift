import Foundation
import MosaicFixtures
import NIOCore
import NIOPosix
import NIOSSL
import Testing
import Tiers

/// Clients that ask for much and take almost nothing of it.
@Suite(.serialized, .enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeSlowReaderTests {
    private static let sheet = "sheet-0.\(String(repeating: "ab", count: 16)).jpg"
    private static let readers = 500
    /// Parts of the memory that the server may take in addition to its idle size, in MiB.
    private static let cache = 32
    private static let inFlight = 64
    private static let allowance = 64
    private let folder = TemporaryFolder()
    private let bytes: [UInt8]

    /// A library of as many storyboards as there are readers, each with a sheet of half a MiB.
    init() throws {
        bytes = (0..<512 << 10).map { UInt8(truncatingIfNeeded: ($0 >> 8) ^ $0) }
        for number in 0..<Self.readers {
            try folder.makeFolder("library/film-\(number)")
            if number == 0 {
                try folder.write(bytes, to: "library/film-0/\(Self.sheet)")
            } else {
                try FileManager.default.linkItem(
                    atPath: folder.path("library/film-0/\(Self.sheet)"),
                    toPath: folder.path("library/film-\(number)/\(Self.sheet)"))
            }
        }
    }

    private func serve(_ options: [String]) async throws -> ServeProcess {
        try await ServeProcess(
            ["--library", folder.path("library"), "--slowest-body", "0", "--grace", "1"] + options, in: folder)
    }

    private static func target(_ number: Int) -> String { "/storyboards/film-\(number)/\(sheet)" }

    private static func request(_ number: Int) -> String {
        "GET \(target(number)) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    }

    /// Checks what a server has taken of memory at most while `read` ran and a while longer.
    private func check(
        _ options: [String] = [], _ read: (Int) async throws -> Void
    ) async throws {
        let server = try await serve(["--cache", "\(Self.cache)", "--in-flight", "\(Self.inFlight)"] + options)
        let idle = try #require(server.residentBytes)
        try await read(server.port)
        let limit = idle + (Self.cache + Self.inFlight + Self.allowance) << 20
        let peak = try #require(server.peakResidentBytes)
        #expect(peak < limit, "\(peak >> 20) MiB, \(idle >> 20) MiB when idle")
        #expect(server.stop() == 0)
    }

    /// Longer than it takes to send what the buffers hold.
    private func wait() async throws { try await Task.sleep(for: .seconds(3)) }

    @Test(
        .thorough, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the system does not tell")
    )
    func `many slow readers over HTTP/1.1 take no more memory than they may`() async throws {
        try await check { port in
            let clients = try (0..<Self.readers).map { _ in try RawClient(port: port, receiving: 2_048) }
            for (number, client) in clients.enumerated() { #expect(await client.send(Self.request(number))) }
            for client in clients {
                #expect(try await client.receive(upTo: 512).starts(with: "HTTP/1.1 200".utf8))
            }
            try await wait()
            // Others are answered meanwhile, and what is sent chunk by chunk is the sheet.
            let answer = try ServeClient(port: port).get(Self.target(0))
            #expect(answer.status == 200 && answer.body == bytes)
        }
    }

    @Test(
        .thorough, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the system does not tell")
    )
    func `many slow readers over HTTP/2 take no more memory than they may`() async throws {
        try await check { port in
            let clients = try (0..<Self.readers / 100).map { _ in try RawClient(port: port, receiving: 2_048) }
            for (number, client) in clients.enumerated() {
                // The client lets the server send all of it at once: 16 MiB for a stream, 1 GiB for the connection.
                var sent = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
                sent += RawHTTP2.frame(.settings, [0, 4, 1, 0, 0, 0]) + RawHTTP2.window(1 << 30, stream: 0)
                for stream in 0..<100 {
                    sent += RawHTTP2.frame(
                        .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: UInt32(2 * stream + 1),
                        RawHTTP2.fields("GET", Self.target(100 * number + stream)))
                }
                #expect(await client.send(sent))
            }
            for client in clients {
                while let frame = try await RawHTTP2.next(client), frame.kind != RawHTTP2.Kind.headers.rawValue {}
            }
            try await wait()
        }
    }

    @Test(
        .thorough,
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the system does not tell"),
        .enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes a certificate, is not installed"))
    func `many slow readers over TLS take no more memory than they may`() async throws {
        let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
        try InstalledTool.makeCertificate(certificate, key: key)
        try await check(["--tls-cert", certificate, "--tls-key", key]) { port in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .none
            let context = try NIOSSLContext(configuration: configuration)
            let channels = try await withThrowingTaskGroup(of: (any Channel).self) { group in
                for number in 0..<Self.readers {
                    group.addTask { try await SlowTLSReader.connect(port, context, asking: Self.request(number)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(channels.count == Self.readers)
            try await wait()
            for channel in channels { channel.close(promise: nil) }
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        .enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes a certificate, is not installed"))
    func `a client over TLS that takes nothing does not hold up the server's end`() async throws {
        let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
        try InstalledTool.makeCertificate(certificate, key: key)
        let server = try await serve(["--tls-cert", certificate, "--tls-key", key, "--idle", "600"])
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await SlowTLSReader.connect(server.port, context, asking: Self.request(0))
        #expect(server.stop() == 0)
        try? await channel.close()
    }

    @Test(.thorough)
    func `stalled readers make other requests 503, and closing them ends that`() async throws {
        // Permits for 16 chunks.
        let server = try await serve(["--in-flight", "1", "--cache", "0"])
        var clients = try (0..<40).map { _ in try RawClient(port: server.port, receiving: 2_048) }
        for (number, client) in clients.enumerated() { #expect(await client.send(Self.request(number))) }
        var refused = 0
        for client in clients {
            if try await client.receive(upTo: 512).starts(with: "HTTP/1.1 503".utf8) { refused += 1 }
        }
        // How many are answered before that depends on what the system's buffers take of each answer.
        #expect(refused < 40)
        let told = try ServeClient(port: server.port).get(Self.target(498))
        #expect(told.status == 503 && told.fields["retry-after"] == "5")
        clients = []
        let answer = try ServeClient(port: server.port).get(Self.target(499))
        #expect(answer.status == 200 && answer.body == bytes)
        #expect(server.stop() == 0)
    }
}

/// Asks over TLS, and stops reading at the first byte of the answer.
private final class SlowTLSReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    private let answered: EventLoopPromise<Void>

    init(_ request: String, _ answered: EventLoopPromise<Void>) {
        self.request = request
        self.answered = answered
    }

    /// Returns when the answer has begun.
    static func connect(_ port: Int, _ context: NIOSSLContext, asking request: String) async throws -> any Channel {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let answered = loop.makePromise(of: Void.self)
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.socketOption(.so_rcvbuf), value: 2_048)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLClientHandler(context: context, serverHostname: nil), SlowTLSReader(request, answered))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await answered.futureResult.get()
        return channel
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.channel.setOption(.autoRead, value: false).cascade(to: answered)
    }

    func channelInactive(context: ChannelHandlerContext) { answered.fail(ChannelError.eof) }
}
