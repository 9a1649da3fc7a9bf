import Foundation
import Mosaic
import MosaicCloud
import MosaicFixtures
import S3Fixtures
import Testing

/// The client through a proxy that spoils responses: transient faults are retried, others are reported.
struct FaultTests {
    private let server: S3Server
    private let proxy: FaultProxy
    private let client: S3Client
    private let bucket: BucketName
    private let content = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    init() async throws {
        server = try await S3Server.start()
        proxy = try await FaultProxy.start(before: server.url)
        client = try S3Client(testing: proxy.url)
        bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        server.store(content, at: "a/1.jpg")
    }

    private func read() async throws -> [UInt8]? {
        try await client.get("a/1.jpg", in: bucket, range: nil, limit: 100_000)?.bytes
    }

    private func list() async throws -> BucketPage {
        try await client.list(BucketQuery(try #require(BucketAddress("s3://chapter-screenshots/a/"))))
    }

    private static let faults: [FaultProxy.Fault] = [
        .delay(.milliseconds(20)), .cut(after: 0), .cut(after: 20), .reset,
        .answer(.error(503, "SlowDown", "Please reduce your request rate.")), .answer(.error(500, "InternalError")),
        .answer(S3Reply(502, text: "<html>Bad gateway</html>")), .answer(S3Reply(429, text: "")),
        .answer(.error(400, "RequestTimeout")), .answer(.error(200, "InternalError")),
        .answer(.error(200, "SlowDown")),
    ]

    @Test(arguments: faults.indices)
    func `retries hide a transient fault of any kind`(index: Int) async throws {
        let fault = Self.faults[index]
        for count in 1...4 {
            proxy.spoil { $0 < count ? fault : nil }
            #expect(try await read() == content)
            proxy.spoil { $0 < count ? fault : nil }
            #expect(try await list().objects.map(\.key) == ["a/1.jpg"])
        }
    }

    @Test func `a byte that is damaged on its way is read again`() async throws {
        for offset in [0, 1, 49_997] {
            // A byte at another place each time: the same damage twice would be the object itself.
            proxy.spoil { $0 < 3 ? .corrupt(at: offset + $0) : nil }
            #expect(try await read() == content)
            #expect(proxy.requests == 4)
        }
        // The place of a page's first bracket: it is no XML any more.
        proxy.spoil { $0 < 2 ? .corrupt(at: 0) : nil }
        #expect(try await list().objects.count == 1)
        #expect(proxy.requests == 3)
    }

    @Test func `writes are sent again, too`() async throws {
        for fault in [FaultProxy.Fault.reset, .answer(.error(503, "SlowDown")), .answer(.error(200, "InternalError"))] {
            proxy.spoil { $0 < 2 ? fault : nil }
            let version = try await client.put([1, 2, 3], at: "b", in: bucket, type: "image/jpeg")
            #expect(version?.rawValue == "5289df737df57326fcdd22597afb1fac")
        }
    }

    @Test func `reports a persistent fault after four retries`() async throws {
        for (fault, part) in [
            (FaultProxy.Fault.reset, "connection"), (.cut(after: 20), "in the middle of an answer"),
            (.corrupt(at: 1), "do not match the checksum"), (.answer(.error(503, "SlowDown")), "is asked too often"),
            (.answer(.error(500, "InternalError")), "fails with InternalError, status 500"),
            (.answer(.error(200, "InternalError")), "answers 200 with the error InternalError"),
        ] {
            proxy.spoil { $0 < 1_000 ? fault : nil }
            // A byte at another place each time: the same damage twice would be the object itself.
            if case .corrupt = fault { proxy.spoil { .corrupt(at: $0) } }
            let error = await failure { try await read() }
            #expect(error?.code == .unavailable && error?.subject == "a/1.jpg", "\(fault)")
            #expect(error?.reason.contains(part) == true, "\(error?.reason ?? "")")
            #expect(proxy.requests == 5)
        }
    }

    @Test func `sends a request with a permanent fault once`() async throws {
        for (status, code) in [
            (403, "AccessDenied"), (404, "NoSuchBucket"), (400, "InvalidArgument"), (405, "MethodNotAllowed"),
        ] {
            proxy.spoil { _ in .answer(.error(status, code)) }
            #expect(await failure { try await read() } != nil)
            #expect(proxy.requests == 1, "\(code)")
        }
    }

    @Test func `the retries of all requests together are bounded`() async throws {
        proxy.spoil { _ in .answer(.error(503, "SlowDown")) }
        for _ in 0..<60 { #expect(await failure { try await read() } != nil) }
        // 60 requests, and a hundred retries: not 240.
        #expect(proxy.requests == 160)
    }

    @Test func `a stopped server refuses connections`() async throws {
        try await server.stop()
        let direct = try S3Client(testing: server.url)
        let error = await failure { try await direct.get("a", in: bucket, range: nil, limit: 1) }
        #expect(error?.code == .unavailable && error?.reason.contains("refuses connections") == true)
    }
}
