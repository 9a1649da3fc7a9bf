import Foundation
import ScrubFixtures
import Testing

@testable import ScrubPreview

@Suite struct ResourceReaderTests {
    private func read(
        _ answers: [LoopbackAnswer], limit: Int = 1000,
        options: ThumbnailTrack.Options = .forTests()
    ) async throws -> (Result<[UInt8], ScrubPreviewError>, requests: Int) {
        let files = try ServedFiles(turns: ["/f": answers])
        let reader = ResourceReader(trackURL: try files.url("/f"), options: options)
        do {
            let resource = try await reader.read(files.url("/f"), limit: limit)
            return (.success(resource.bytes), files.count(of: "/f"))
        } catch let error as ScrubPreviewError {
            return (.failure(error), files.count(of: "/f"))
        }
    }

    private func code(_ result: Result<[UInt8], ScrubPreviewError>) -> ScrubPreviewError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test func `a server that recovers is tried again`() async throws {
        let (result, requests) = try await read([.status(500), .status(503), LoopbackAnswer("fine")])
        #expect(try result.get() == Array("fine".utf8))
        #expect(requests == 3)
    }

    @Test func `a server that does not recover is given up`() async throws {
        let (result, requests) = try await read([.status(502)])
        #expect(code(result) == .unavailable)
        #expect(requests == 3)
    }

    @Test func `a body that is cut off is tried again`() async throws {
        let cut = LoopbackAnswer("whole", manner: .cutOff(after: 2))
        let (result, requests) = try await read([cut, LoopbackAnswer("whole")])
        #expect(try result.get() == Array("whole".utf8))
        #expect(requests == 2)
        #expect(code(try await read([cut]).0) == .unavailable)
    }

    @Test(
        arguments: [(401, .denied), (403, .denied), (404, .notFound), (410, .notFound), (204, .unavailable)]
            as [(Int, ScrubPreviewError.Code)])
    func `a refusal is final and named`(status: Int, expected: ScrubPreviewError.Code) async throws {
        let (result, requests) = try await read([.status(status)])
        #expect(code(result) == expected)
        #expect(requests == 1)
    }

    @Test func `a body of the limit is read, and one of a byte more is not`() async throws {
        #expect(try await read([LoopbackAnswer("12345")], limit: 5).0.get().count == 5)
        #expect(code(try await read([LoopbackAnswer("123456")], limit: 5).0) == .limitExceeded)
    }

    @Test func `a body without an end ends at the limit`() async throws {
        let endless = LoopbackAnswer([UInt8](repeating: 7, count: 5000), manner: .endless)
        let (result, requests) = try await read([endless], limit: 1 << 20)
        #expect(code(result) == .limitExceeded)
        #expect(requests == 1)
    }

    @Test func `an announced length beyond the limit is refused at once`() async throws {
        let bomb = LoopbackAnswer([], headers: ["Content-Length": "99999999999"], manner: .endless)
        #expect(code(try await read([bomb]).0) == .limitExceeded)
    }

    /// "WEBVTT" and two line ends, packed by gzip.
    private static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x0B, 0x77, 0x75, 0x0A, 0x0B, 0x09, 0xE1,
        0xE2, 0x02, 0x00, 0x69, 0xF1, 0xD1, 0xEC, 0x08, 0x00, 0x00, 0x00,
    ]

    @Test func `a small packed answer is unpacked, one that may fill the memory is refused by its head`() async throws {
        let small = LoopbackAnswer(Self.packed, headers: ["Content-Encoding": "gzip"])
        #expect(try await read([small]).0.get() == Array("WEBVTT\n\n".utf8))
        for headers in [
            ["Content-Encoding": "gzip", "Content-Length": "65537"], ["Content-Encoding": "zstd"],
            ["Content-Encoding": "gzip, gzip"],
        ] {
            let (result, requests) = try await read([LoopbackAnswer(Self.packed, headers: headers)])
            #expect(code(result) == .limitExceeded, "\(headers)")
            #expect(requests == 1)
        }
        let endless = LoopbackAnswer(Self.packed, headers: ["Content-Encoding": "gzip"], manner: .endless)
        #expect(code(try await read([endless]).0) == .limitExceeded)
    }

    @Test func `no content encoding is requested`() async throws {
        let files = try ServedFiles(["/f": LoopbackAnswer("x")])
        _ = try await ResourceReader(trackURL: files.url("/f"), options: .forTests()).read(files.url("/f"), limit: 9)
        #expect(files.server.requests.map { $0["Accept-Encoding"] } == ["identity"])
    }

    @Test func `unlimited timeouts do not trap`() async throws {
        let options = ThumbnailTrack.Options.forTests {
            $0.timeouts = Timeouts(idle: .seconds(Int64.max), total: .seconds(Int64.max))
        }
        let late = LoopbackAnswer("late", manner: .late(.milliseconds(50)))
        #expect(try await read([late], options: options).0.get() == Array("late".utf8))
    }

    @Test func `lengths that are wrong never give more than was announced, or less`() async throws {
        let long = LoopbackAnswer(Array("abcdef".utf8), headers: ["Content-Length": "3"])
        #expect(try await read([long]).0.get() == Array("abc".utf8))
        let short = LoopbackAnswer(Array("abc".utf8), headers: ["Content-Length": "6"])
        #expect(code(try await read([short]).0) == .unavailable)
    }

    @Test func `slow bytes end in a timeout`() async throws {
        let drip = LoopbackAnswer([UInt8](repeating: 1, count: 500), manner: .dripping(.milliseconds(20)))
        let options = ThumbnailTrack.Options.forTests { $0.timeouts.total = .milliseconds(150) }
        let (result, requests) = try await read([drip], options: options)
        #expect(code(result) == .timedOut)
        #expect(requests == 1)
    }

    @Test func `silence ends in a timeout`() async throws {
        let options = ThumbnailTrack.Options.forTests { $0.timeouts.idle = .milliseconds(100) }
        #expect(code(try await read([LoopbackAnswer(manner: .silent)], options: options).0) == .timedOut)
    }

    @Test func `an answer that is slow and not too slow arrives`() async throws {
        let late = LoopbackAnswer("late", manner: .late(.milliseconds(50)))
        #expect(try await read([late]).0.get() == Array("late".utf8))
    }

    @Test func `a closed port is unavailable`() async throws {
        // Not a port that was just given back: a test beside this one may get it next.
        let url = try #require(URL(string: "http://127.0.0.1:1/f"))
        let reader = ResourceReader(trackURL: url, options: .forTests())
        #expect(await failure { _ = try await reader.read(url, limit: 9) }?.code == .unavailable)
    }

    @Test func `a closed port is described in words`() async throws {
        // Not a port that was just given back: a test beside this one may get it next.
        let url = try #require(URL(string: "http://127.0.0.1:1/t.vtt"))
        let reader = ResourceReader(trackURL: url, options: .forTests())
        let read = try #require(await failure { _ = try await reader.read(url, limit: 9) })
        #expect(read.description == "t.vtt: The host takes no connections on this port.")
    }

    @Test func `a remote track reads no local file`() async throws {
        let remote = try #require(URL(string: "https://example.com/t.vtt"))
        let reader = ResourceReader(trackURL: remote, options: .forTests())
        let file = URL(filePath: #filePath)
        #expect(!reader.mayRead(file))
        #expect(await failure { _ = try await reader.read(file, limit: 1 << 20) }?.code == .refused)
    }

    @Test func `errors never hold a query or a path`() async throws {
        let files = try ServedFiles([:])
        let url = try files.url("/deep/name.jpg?token=s3cret")
        let reader = ResourceReader(trackURL: url, options: .forTests())
        let failure = try #require(await failure { _ = try await reader.read(url, limit: 9) })
        #expect(failure.description == "name.jpg: The server answered with status 404.")
    }
}
