import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Seeded
import Testing
import Tiers

@testable import MosaicServer

/// Which bytes are read as a plain request, and that the decoder reads the same in them.
struct PlainRequestTests {
    private static let plain = [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "HEAD /storyboards/film/tile?t=83.5 HTTP/1.1\r\nhost:localhost:8080\r\n\r\n",
        "GET /a HTTP/1.1\r\nAccept: */*\r\nHOST:  \t 127.0.0.1\r\nUser-Agent: a b\tc\r\nEmpty:\r\nX_~1: \"é\"\r\n\r\n"
            .replacing("é", with: "e"),
        "GET /a HTTP/1.1\r\nHost: h\r\nIf-None-Match: \"a\", W/\"b\"\r\nConnection: Keep-Alive\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: h\r\ntraceparent: a\r\ntraceparent: b\r\nTraceParent: c\r\n\r\nGET /b HTTP/1.1\r\n",
    ]

    private static let other = [
        "", "GET /", "GET / HTTP/1.1\r\nHost: h\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r",
        "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "get / HTTP/1.1\r\nHost: h\r\n\r\n", "POST / HTTP/1.1\r\nHost: h\r\n\r\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /  HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.0\r\nHost: h\r\n\r\n", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\nHost: h\n\n", "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n", "GET * HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /é HTTP/1.1\r\nHost: h\r\n\r\n", "GET /\t HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost : h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h \r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\rA: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\u{0}\r\n\r\n", "GET / HTTP/1.1\r\nHost: é\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nA\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nA(: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nIf-None-Match: a\r\nIf-None-Match: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nProxy-Connection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\ntransfer-ENCODING: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
    ]

    @Test(arguments: plain) func `plain requests are read as the decoder reads them`(text: String) throws {
        let bytes = ByteBuffer(string: text)
        let request = try #require(Self.plain(bytes))
        let (head, rest) = try #require(try Self.decoded(Array(text.utf8)))
        #expect(request.method.method.rawValue == head.method.rawValue)
        #expect(bytes.text(request.target) == head.uri)
        #expect(bytes.text(request.host) == head.headers.first(name: "Host"))
        #expect(request.entityTags.map(bytes.text) == head.headers.first(name: "If-None-Match"))
        #expect(request.trace == nil)
        #expect(text.utf8.count - request.length == rest)
        #expect(Self.plain(bytes, longest: request.length) != nil)
        #expect(Self.plain(bytes, longest: request.length - 1) == nil)
    }

    @Test(arguments: other) func `everything else is left to the decoder`(text: String) {
        #expect(Self.plain(ByteBuffer(string: text)) == nil)
    }

    @Test func `changed bytes are refused or read as the decoder reads them`() throws {
        var random = SeededGenerator(seed: 20)
        var taken = 0
        for _ in Tier.rounds(4_000, quick: 1_000) {
            var bytes = Array((Self.plain.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(Array("\r\n :,\t/".utf8).randomElement(using: &random) ?? 0, at: place)
                default: bytes.remove(at: place)
                }
            }
            let buffer = ByteBuffer(bytes: bytes)
            guard let request = Self.plain(buffer) else { continue }
            taken += 1
            let (head, rest) = try #require(try Self.decoded(bytes))
            #expect(head.headers["Host"] == [buffer.text(request.host)] && head.uri == buffer.text(request.target))
            #expect(head.headers["Transfer-Encoding"].isEmpty && head.headers["Content-Length"].isEmpty)
            #expect(bytes.count - request.length == rest)
        }
        #expect(taken > (Tier.isThorough ? 500 : 100))
    }

    private static func plain(_ bytes: ByteBuffer, longest: Int = 1_000) -> PlainRequest? {
        PlainRequest(bytes.readableBytesUInt8Span, longest: longest)
    }

    /// The first head as the decoder reads it, and how many bytes follow it; nil where there is none without a body.
    private static func decoded(_ bytes: [UInt8]) throws -> (HTTPRequestHead, Int)? {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        var rest = ByteBuffer(bytes: bytes)
        while let byte = rest.readSlice(length: 1) {
            // What follows is refused by itself.
            try channel.writeInbound(byte)
            guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else { continue }
            guard case .end? = try channel.readInbound(as: HTTPServerRequestPart.self) else { return nil }
            return (head, rest.readableBytes)
        }
        return nil
    }
}
