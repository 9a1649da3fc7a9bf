import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MosaicServer

struct FramingHandlerTests {
    private static func head(_ fields: KeyValuePairs<String, String>, at uri: String = "/") -> HTTPRequestHead {
        HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: HTTPHeaders(fields.map { ($0, $1) }))
    }

    @Test func `one host and one end make a request clear`() {
        for head in [
            Self.head(["Host": "a"]), Self.head(["Host": "a"], at: "*"), Self.head(["Host": "a"], at: "//b/"),
            Self.head(["Host": "a", "Transfer-Encoding": "Chunked"]), Self.head(["Host": "a:80"], at: "http://A:80/b"),
        ] {
            #expect(FramingHandler.isClear(head), "\(head)")
        }
        for head in [
            Self.head([:]), Self.head(["Host": "a", "host": "a"]), Self.head(["Host": "a", "Transfer-Encoding": ""]),
            Self.head(["Host": "a", "Transfer-Encoding": "gzip, chunked"]),
            Self.head(["Host": "a", "Transfer-Encoding": "chunked", "transfer-encoding": "chunked"]),
            Self.head(["Host": "a"], at: "http://b/"), Self.head(["Host": "a:80"], at: "a:80"),
            Self.head(["Host": "a"], at: "ftp://a/"),
            Self.head(["Host": "a"], at: "http:///b"),
        ] {
            #expect(!FramingHandler.isClear(head), "\(head)")
        }
        var old = Self.head([:])
        old.version = .http1_0
        #expect(FramingHandler.isClear(old), "RFC 9112, 3.2: only HTTP/1.1 has to name a host")
        old.headers.add(name: "Transfer-Encoding", value: "chunked")
        #expect(!FramingHandler.isClear(old), "RFC 9112, 6.1: HTTP/1.0 knows of no coding")
    }

    @Test func `forwards no request after an ambiguous one`() throws {
        let channel = EmbeddedChannel(handler: FramingHandler(log: RequestLog(.silent)))
        #expect(throws: HTTPParserError.self) { try channel.writeInbound(HTTPServerRequestPart.head(Self.head([:]))) }
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        try channel.writeInbound(HTTPServerRequestPart.head(Self.head(["Host": "a"])))
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    }

    @Test func `a body may be as long as it is read, and behind its answer goes on for a while only`() throws {
        let channel = EmbeddedChannel(handler: FramingHandler(log: RequestLog(.silent)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        let part = HTTPServerRequestPart.body(ByteBuffer(repeating: 0, count: 1 << 19))
        try channel.writeInbound(HTTPServerRequestPart.head(Self.head(["Host": "a"])))
        for _ in 0..<10 { try channel.writeInbound(part) }
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        for _ in 0..<2 { try channel.writeInbound(part) }
        #expect(channel.isActive)
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(bytes: [0])))
        #expect(!channel.isActive)
    }

    @Test(arguments: [
        ["Connection": "close"], ["Connection": "Close"], ["Connection": "TE, cLOSE"],
        ["Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c"], ["Upgrade": "websocket"],
    ])
    func `behind a last request nothing is read, and its answer says so`(fields: [String: String]) throws {
        let reads = ReadCounter()
        let channel = EmbeddedChannel(handlers: [reads, FramingHandler(log: RequestLog(.silent))])
        let answer = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok))
        var last = Self.head(["Host": "a"])
        for (name, value) in fields { last.headers.add(name: name, value: value) }
        for head in [Self.head(["Host": "a"]), last, Self.head(["Host": "a"])] {
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
        }
        var heads: [HTTPHeaders] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            if case .head(let head) = part { heads.append(head.headers) }
        }
        #expect(heads.map { $0["Connection"] } == [[], ["close"]])
        for _ in heads {
            try channel.writeOutbound(answer)
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        }
        var answers: [[String]] = []
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .head(let head) = part { answers.append(head.headers["Connection"]) }
        }
        #expect(answers == [[], ["close"]])
        let before = reads.count
        channel.read()
        #expect(reads.count == before)
    }

    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = HTTPServerResponsePart
        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }
}
