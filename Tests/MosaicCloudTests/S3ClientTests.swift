import Foundation
import Mosaic
import MosaicCloud
import MosaicFixtures
import S3Fixtures
import Testing
import Tiers

/// The client against a server that plays S3.
struct S3ClientTests {
    private static func address(_ text: String) throws -> BucketAddress { try #require(BucketAddress(text)) }

    @Test(.thorough) func `ten thousand screenshots and a thousand folders are read in eleven pages`() async throws {
        let server = try await S3Server.start()
        let begin = Date(timeIntervalSinceNow: -1)
        for index in 0..<10_000 { server.store([1], at: "a/ch\(index)_0s.jpg") }
        for index in 0..<1_000 { server.store([1], at: "a/\(index)/ch1_0s.jpg") }
        server.store([1], at: "c/1.jpg")
        let client = try S3Client(testing: server.url)
        var query = BucketQuery(try Self.address("s3://chapter-screenshots/a/"), byFolder: true)
        var keys: [String] = []
        var folders: [String] = []
        repeat {
            let page = try await client.list(query)
            keys += page.objects.map(\.key)
            folders += page.folders
            query.token = page.next
        } while query.token != nil
        #expect(keys.count == 10_000 && folders.count == 1_000 && server.counts[.list] == 11)
        #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let all = try await client.list(BucketQuery(try Self.address("s3://chapter-screenshots/c")))
        #expect(all.objects.map(\.key) == ["c/1.jpg"] && all.next == nil)
        #expect(all.objects.first?.bytes == 1)
        #expect(all.objects.first?.version?.rawValue == "55a54008ad1ba589aa210d2629c1df41")
        #expect(all.objects.first.map { (begin...Date()).contains($0.modified) } == true)
    }

    @Test func `keys of every kind are written, listed and read as they are`() async throws {
        let server = try await S3Server.start(access: .signed(keyID: "AKID"))
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        let keys = [
            "a b.jpg", "a//b", "../c", "./d", "e+f%2F.jpg", "ü/日本.jpg", "x&y=z?#.jpg", "/leading", "trailing/", "<\">'",
            "e\u{301}", "\u{1}", "a%00",
        ]
        for key in keys {
            let version = try await client.put(Array(key.utf8), at: key, in: bucket, type: "image/jpeg")
            let body = try await client.get(key, in: bucket, range: nil, limit: 100)
            #expect(body?.bytes == Array(key.utf8) && body?.version == version && version != nil, "\(key)")
            #expect(try await client.head(key, in: bucket)?.bytes == key.utf8.count, "\(key)")
        }
        let page = try await client.list(BucketQuery(try Self.address("s3://chapter-screenshots")))
        #expect(Set(page.objects.map { Array($0.key.utf8) }) == Set(keys.map { Array($0.utf8) }))
    }

    @Test func `ranges are cut at the end, and empty behind it`() async throws {
        let server = try await S3Server.start()
        server.store(Array(0..<100), at: "1")
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        func read(_ range: Range<Int>) async throws -> [UInt8]? {
            try await client.get("1", in: bucket, range: range, limit: 50)?.bytes
        }
        #expect(try await read(0..<10) == Array(0..<10))
        #expect(try await read(90..<120) == Array(90..<100))
        #expect(try await read(100..<120) == [])
        #expect(try await read(5..<5) == [])
        #expect(try await client.get("2", in: bucket, range: 0..<10, limit: 50) == nil)
    }

    @Test func `a missing object is nil, a missing bucket is an error`() async throws {
        let server = try await S3Server.start()
        let client = try S3Client(testing: server.url)
        let (bucket, other) = (
            try #require(BucketName(rawValue: "chapter-screenshots")), try #require(BucketName(rawValue: "other"))
        )
        #expect(try await client.get("1", in: bucket, range: nil, limit: 10) == nil)
        #expect(try await client.head("1", in: bucket) == nil)
        #expect(await failure { try await client.get("1", in: other, range: nil, limit: 10) }?.code == .notFound)
        #expect(await failure { try await client.list(BucketQuery(try Self.address("s3://other"))) }?.code == .notFound)
        #expect(await failure { try await client.put([1], at: "1", in: other, type: "a/b") }?.code == .notFound)
    }

    @Test func `an object beyond the limit is refused by its length, before it is read`() async throws {
        let server = try await S3Server.start()
        server.store([UInt8](repeating: 0, count: 10_000_000), at: "1")
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        let error = await failure { try await client.get("1", in: bucket, range: nil, limit: 1_000) }
        #expect(error == MosaicError(.limitExceeded, "1", "It has 10000000 bytes, more than 1000."))
        #expect(server.counts[.get] == 1)
    }

    @Test func `checksums of every kind are compared`() async throws {
        let server = try await S3Server.start()
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        let digits = Array("123456789".utf8)
        let good = [
            ("x-amz-checksum-crc32", "y/Q5Jg=="), ("x-amz-checksum-crc32c", "4waSgw=="),
            ("x-amz-checksum-crc64nvme", "rosUhgp5mIg="),
            ("x-amz-checksum-sha256", "FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU="),
        ]
        for field in good {
            server.store(S3Object(digits, tag: "no-digest", headers: [field]), at: "1")
            #expect(try await client.get("1", in: bucket, range: nil, limit: 10)?.bytes == digits, "\(field)")
            server.store(S3Object(Array("12345678x".utf8), tag: "no-digest", headers: [field]), at: "1")
            server.resetCounts()
            let error = await failure { try await client.get("1", in: bucket, range: nil, limit: 10) }
            #expect(error?.code == .unavailable && server.counts[.get] == 5, "\(field)")
        }
        // Parts of an upload have checksums of their own.
        server.store(S3Object(digits, tag: "no-digest-2", headers: [("x-amz-checksum-crc32", "y/Q5Jg==-2")]), at: "1")
        #expect(try await client.get("1", in: bucket, range: nil, limit: 10)?.bytes == digits)
    }

    @Test func `an ETag that is not an MD5 costs one further download for a bucket`() async throws {
        let server = try await S3Server.start()
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        for key in ["1", "2", "3"] {
            server.store(S3Object([7, 8], tag: "00000000000000000000000000000000"), at: key)
        }
        for key in ["1", "2", "3"] {
            #expect(try await client.get(key, in: bucket, range: nil, limit: 10)?.bytes == [7, 8])
        }
        #expect(server.counts[.get] == 4)
        // Encrypted by a key of one's own it is none, which the server says.
        let sealed = try S3Client(testing: server.url)
        let headers = [(name: "x-amz-server-side-encryption", value: "aws:kms")]
        server.store(S3Object([9], tag: "00000000000000000000000000000000", headers: headers), at: "4")
        server.resetCounts()
        #expect(try await sealed.get("4", in: bucket, range: nil, limit: 10)?.bytes == [9])
        #expect(server.counts[.get] == 1)
    }

    @Test func `requests are signed anew for each try, and an anonymous client signs none`() async throws {
        let server = try await S3Server.start()
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        server.store([1], at: "1")
        _ = try await S3Client(testing: server.url, isAnonymous: true).get("1", in: bucket, range: nil, limit: 10)
        let client = try S3Client(testing: server.url, token: "TOKEN")
        _ = try await client.get("1", in: bucket, range: nil, limit: 10)
        let (anonymous, signed) = (try #require(server.requests.first), try #require(server.requests.last))
        #expect(anonymous.header("Authorization") == nil && anonymous.header("x-amz-date") == nil)
        #expect(signed.header("Authorization")?.contains("x-amz-security-token") == true)
        #expect(signed.header("x-amz-security-token") == "TOKEN")
    }

    @Test func `at most 32 requests are under way, over as many connections`() async throws {
        let server = try await S3Server.start(latency: .milliseconds(20))
        for index in 0..<100 { server.store([UInt8(index)], at: "\(index)") }
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let bytes = try await client.get("\(index)", in: bucket, range: nil, limit: 10)?.bytes
                    #expect(bytes == [UInt8(index)])
                }
            }
            try await group.waitForAll()
        }
        #expect(server.counts[.get] == 100 && server.counts.mostInFlight <= 32)
    }

    @Test func `a request that is cancelled ends at once`() async throws {
        let server = try await S3Server.start(latency: .seconds(3_600))
        let client = try S3Client(testing: server.url)
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        let task = Task { try await client.get("1", in: bucket, range: nil, limit: 10) }
        while server.counts.mostInFlight == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
