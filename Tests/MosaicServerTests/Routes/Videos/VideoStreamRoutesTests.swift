import Foundation
import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Videos in parts, and who gets none.
struct VideoStreamRoutesTests {
    private static let base = "/api/v1/downloads/stream/"
    /// More than two chunks, no two of which are the same.
    private static let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    private static let video = base + "john/tiktok/video_123.mp4"

    private let work: ServedWork

    init() throws {
        work = try ServedWork()
        try work.folder.makeFolder("videos/john/tiktok")
        try work.folder.write(Self.bytes, to: "videos/john/tiktok/video_123.mp4")
        try work.folder.write(Array(#"{"id":"1"}"#.utf8), to: "videos/john/tiktok/video_123.json")
    }

    private func ask<Value: Sendable>(
        _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let root = work.folder.path("videos")
        return try await work.ask(
            works: false,
            {
                $0.opensDownloads = true
                $0.work.videoRoots = [root]
                change(&$0)
            }, test)
    }

    @Test func `a whole video has its type, its length and Accept-Ranges`() async throws {
        try await ask { client async throws in
            let answer = try await client.get(Self.video)
            #expect(answer.status == .ok && answer.bytes == Self.bytes)
            #expect(answer.headers[.contentType] == "video/mp4" && answer.headers[.acceptRanges] == "bytes")
            #expect(answer.headers[.contentLength] == "150000" && answer.headers[.eTag] != nil)
            #expect(answer.headers[.cacheControl] == "no-cache" && answer.headers[.xContentTypeOptions] == "nosniff")
            let head = try await client.execute(uri: Self.video, method: .head) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty && head.headers[.contentLength] == "150000")
            #expect(head.headers[.eTag] == answer.headers[.eTag])
            let facts = try await client.get(Self.base + "john/tiktok/video_123.json")
            #expect(facts.headers[.contentType] == "application/json" && facts.bytes == Array(#"{"id":"1"}"#.utf8))
        }
    }

    @Test(arguments: [
        ("bytes=0-1", 0..<2), ("bytes=2-149999", 2..<150_000), ("bytes=61000-", 61_000..<150_000),
        ("bytes=-1", 149_999..<150_000), ("bytes=-999999", 0..<150_000),
        ("bytes=149999-999999999999999999999", 149_999..<150_000),
    ])
    func `one part is sent, and nothing else`(range: String, offsets: Range<Int>) async throws {
        try await ask { client async throws in
            let answer = try await client.get(Self.video, [.range: range])
            #expect(answer.status == .partialContent && answer.bytes == Array(Self.bytes[offsets]))
            #expect(
                answer.headers[.contentRange] == "bytes \(offsets.lowerBound)-\(offsets.upperBound - 1)/150000")
            #expect(answer.headers[.contentLength] == String(offsets.count))
            // A HEAD has no part.
            let head = try await client.execute(uri: Self.video, method: .head, headers: [.range: range]) { $0 }
            #expect(head.status == .ok && head.headers[.contentRange] == nil)
        }
    }

    @Test func `sockets and pipes are not found`() async throws {
        try SocketFile.make(at: work.folder.path("videos/john/tiktok/socket.mp4"))
        #expect(mkfifo(work.folder.path("videos/john/tiktok/pipe.mp4"), 0o600) == 0)
        try await ask { client async throws in
            for name in ["socket", "pipe"] {
                #expect(try await client.get("/api/v1/downloads/stream/john/tiktok/\(name).mp4").status == .notFound)
            }
        }
    }

    @Test func `an unsatisfiable range is 416, and a malformed or multiple range is the whole file`() async throws {
        try await ask { client async throws in
            for range in ["bytes=150000-", "bytes=-0", "bytes=999999999999999999999-"] {
                let answer = try await client.get(Self.video, [.range: range])
                #expect(answer.status == .rangeNotSatisfiable, "\(range)")
                #expect(answer.headers[.contentRange] == "bytes */150000")
            }
            for range in ["bytes=0-1,5-6", "bytes=5-2", "bytes=a-b", "lines=0-1", "bytes=", "0-1"] {
                let answer = try await client.get(Self.video, [.range: range])
                #expect(answer.status == .ok && answer.bytes.count == 150_000, "\(range)")
            }
        }
    }

    @Test func `conditions are those of any other file`() async throws {
        try await ask { client async throws in
            let first = try await client.get(Self.video, [.range: "bytes=0-0"])
            let tag = try #require(first.headers[.eTag])
            let date = try #require(first.headers[.lastModified])
            for fields in [[.ifNoneMatch: tag], [.ifNoneMatch: "W/\(tag)"], [.ifModifiedSince: date]] as [HTTPFields] {
                let answer = try await client.get(Self.video, fields)
                #expect(answer.status == .notModified && answer.bytes.isEmpty && answer.headers[.eTag] == tag)
            }
            #expect(try await client.get(Self.video, [.ifMatch: "\"other\""]).status == .preconditionFailed)
            for (condition, status) in [(tag, HTTPResponse.Status.partialContent), ("\"other\"", .ok)] {
                let answer = try await client.get(Self.video, [.range: "bytes=5-9", .ifRange: condition])
                #expect(answer.status == status, "\(condition)")
            }
        }
        try work.folder.write(Self.bytes.reversed(), to: "videos/john/tiktok/video_123.mp4", modified: 1_000_000)
        try await ask { client async throws in
            let changed = try await client.get(Self.video)
            #expect(changed.bytes.first == Self.bytes.last)
            #expect(changed.headers[.lastModified] == "Mon, 12 Jan 1970 13:46:40 GMT")
        }
    }

    @Test(arguments: [
        ("mp4", "video/mp4"), ("M4V", "video/x-m4v"), ("mov", "video/quicktime"), ("webm", "video/webm"),
        ("mkv", "video/x-matroska"), ("ts", "video/mp2t"), ("mp3", "audio/mpeg"), ("m4a", "audio/mp4"),
        ("aac", "audio/aac"), ("opus", "audio/ogg"), ("flac", "audio/flac"), ("wav", "audio/wav"),
        ("json", "application/json"),
    ])
    func `each extension has its media type`(ending: String, type: String) async throws {
        try work.folder.write([1], to: "videos/john/tiktok/other.\(ending)")
        try await ask { client async throws in
            let answer = try await client.get(Self.base + "john/tiktok/other.\(ending)")
            #expect(answer.status == .ok && answer.headers[.contentType] == type)
        }
    }

    @Test func `every name of a file is found by its percent-encoded path, however much is encoded`() async throws {
        let names = [
            "a b.mp4", "100%.mp4", "a+b&c=d;e?f#g.mp4", "Gr\u{FC}\u{DF}e.mp4", "\u{65E5}\u{672C}\u{8A9E}.mp4",
            "\u{5E9}\u{5DC}\u{5D5}\u{5DD}.mp4", "\u{1F3AC}.mp4", "%2e%2e.mp4", "a..b.mp4", "~.mp4", "'\".mp4",
            "a:b.mp4",
        ]
        for name in names { try work.folder.write(Array(name.utf8), to: "videos/john/tiktok/\(name)") }
        try await ask { client async throws in
            for name in names {
                let path = "john/tiktok/\(name)"
                for allowed in [
                    CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ";")), .alphanumerics,
                ] {
                    let encoded = try #require(path.addingPercentEncoding(withAllowedCharacters: allowed))
                    let answer = try await client.get(Self.base + encoded)
                    #expect(answer.status == .ok && answer.bytes == Array(name.utf8), "\(encoded)")
                }
            }
        }
    }

    @Test func `composed and decomposed letters name two files`() async throws {
        let names = ["\u{E9}.mp4", "e\u{301}.mp4"]
        try work.folder.write(Array("composed".utf8), to: "videos/john/tiktok/" + names[0])
        try await ask { client async throws in
            #expect(try await client.get(Self.base + "john/tiktok/%C3%A9.mp4").status == .ok)
            #expect(try await client.get(Self.base + "john/tiktok/e%CC%81.mp4").status == .notFound)
        }
        try work.folder.write(Array("decomposed".utf8), to: "videos/john/tiktok/" + names[1])
        try await ask { client async throws in
            let answers = try await [
                client.get(Self.base + "john/tiktok/%C3%A9.mp4"), client.get(Self.base + "john/tiktok/e%CC%81.mp4"),
            ]
            #expect(answers.map(\.bytes) == ["composed", "decomposed"].map { Array($0.utf8) })
        }
    }

    @Test func `the first root that has a file wins, and a server without roots has none`() async throws {
        try work.folder.makeFolder("more/john/tiktok")
        try work.folder.write([1], to: "more/john/tiktok/video_123.mp4")
        try work.folder.write([2], to: "more/john/tiktok/other.mp4")
        let more = work.folder.path("more")
        try await ask {
            $0.work.videoRoots.append(more)
        } _: { client async throws in
            #expect(try await client.get(Self.video).bytes.count == 150_000)
            #expect(try await client.get(Self.base + "john/tiktok/other.mp4").bytes == [2])
        }
        try await ask {
            $0.work.videoRoots = []
        } _: { client async throws in
            #expect(try await client.get(Self.video).status == .notFound)
        }
    }

    @Test func `with a token it is taken in the query, too, and shared caches keep nothing`() async throws {
        try await ask {
            $0.token = "secret"
        } _: { client async throws in
            #expect(try await client.get(Self.video).status == .unauthorized)
            #expect(try await client.get(Self.base + "nobody/tiktok/x.mp4").status == .unauthorized)
            let answer = try await client.get(Self.video + "?token=secret", [.range: "bytes=0-1"])
            #expect(answer.status == .partialContent && answer.headers[.cacheControl] == "private, no-cache")
            #expect(answer.headers[.referrerPolicy] == "no-referrer")
            let changed = try await client.execute(uri: Self.video, method: .delete) { $0 }
            #expect(changed.status == .methodNotAllowed && changed.headers[.allow] == "GET, HEAD")
        }
    }

    @Test func `below a prefix the path is the same`() async throws {
        try await ask {
            $0.urlPrefix = "/mosaic"
        } _: { client async throws in
            #expect(try await client.get("/mosaic" + Self.video).status == .ok)
            #expect(try await client.get(Self.video).status == .notFound)
        }
    }
}
