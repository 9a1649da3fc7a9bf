import Foundation
import Mosaic
import MosaicCloud
import MosaicFixtures
import Testing

/// The client against S3 servers that others wrote.
@Suite(.enabled(if: !RealServer.all.isEmpty && Botocore.python != nil, RealServer.hint), .serialized)
struct RealServerTests {
    private static let keys = [
        "ch1_0s.jpg", "a b.jpg", "a//b", "e+f%2F.jpg", "ü/日本.jpg", "x&y=z?#.jpg", "trailing/", "<'>", "e\u{301}",
        "a%00",
        "~-_.*()!'@:,;$", "deep/er/../still", "./d", "../c",
    ]

    @Test(arguments: RealServer.all)
    func `keys of every kind are written, listed and read as they are`(server: RealServer) async throws {
        let bucket = try server.makeBucket()
        let client = try server.client()
        // moto's web framework normalises paths; S3 does not, and radosgw does not.
        let keys =
            server.checksSignatures
            ? Self.keys : Self.keys.filter { !$0.contains("..") && !$0.contains("./") && !$0.contains("//") }
        for key in keys {
            let version = try await client.put(Array(key.utf8), at: key, in: bucket, type: "image/jpeg")
            let body = try await client.get(key, in: bucket, range: nil, limit: 100)
            #expect(body?.bytes == Array(key.utf8), "\(key)")
            #expect(body?.version == version && version != nil, "\(key)")
            let head = try await client.head(key, in: bucket)
            #expect(head?.bytes == key.utf8.count && head?.version == version, "\(key)")
        }
        let page = try await client.list(BucketQuery(try #require(BucketAddress("s3://\(bucket)/"))))
        #expect(Set(page.objects.map { Array($0.key.utf8) }) == Set(keys.map { Array($0.utf8) }))
        #expect(try await client.get("missing", in: bucket, range: nil, limit: 100) == nil)
        #expect(try await client.head("missing", in: bucket) == nil)
    }

    @Test(arguments: RealServer.all)
    func `ranges, checksums and multipart uploads are read`(server: RealServer) async throws {
        let bucket = try server.makeBucket()
        let client = try server.client()
        _ = try await client.put(Array(0..<200), at: "1", in: bucket, type: "image/jpeg")
        func read(_ range: Range<Int>) async throws -> [UInt8]? {
            try await client.get("1", in: bucket, range: range, limit: 500)?.bytes
        }
        #expect(try await read(5..<10) == Array(5..<10))
        #expect(try await read(190..<400) == Array(190..<200))
        #expect(try await read(200..<400) == [])
        try server.boto("make_uploads.py", [bucket.rawValue])
        for key in ["crc32", "crc32c", "crc64nvme", "sha256", "plain"] {
            #expect(
                try await client.get(key, in: bucket, range: nil, limit: 100)?.bytes == Array("123456789".utf8),
                "\(key)")
        }
        let parts = try await client.get("parts", in: bucket, range: nil, limit: 8 << 20)
        #expect(parts?.bytes.count == (5 << 20) + 10 && parts?.version?.rawValue.hasSuffix("-2") == true)
        #expect(
            await failure { try await client.get("parts", in: bucket, range: nil, limit: 100) }?.code == .limitExceeded)
    }

    @Test(arguments: RealServer.all)
    func `thousands of screenshots and folders are listed in pages`(server: RealServer) async throws {
        let bucket = try server.makeBucket()
        let client = try server.client()
        let (count, folders) = server.checksSignatures ? (3_000, 1_000) : (1_500, 200)
        try server.boto("put_many.py", [bucket.rawValue, "\(count)", "\(folders)"])
        var query = BucketQuery(try #require(BucketAddress("s3://\(bucket)/many/")))
        var keys: [String] = []
        var pages = 0
        repeat {
            let page = try await client.list(query)
            keys += page.objects.map(\.key)
            query.token = page.next
            pages += 1
        } while query.token != nil
        #expect(Set(keys) == Set((0..<count).map { "many/ch\($0)_\($0 * 4)s.jpg" }) && keys.count == count)
        // radosgw ends full pages with an empty one.
        #expect(pages <= (count + 999) / 1_000 + 1)
        query = BucketQuery(try #require(BucketAddress("s3://\(bucket)/folders/")), byFolder: true)
        var found: [String] = []
        repeat {
            let page = try await client.list(query)
            found += page.folders
            #expect(page.objects.isEmpty)
            query.token = page.next
        } while query.token != nil
        #expect(Set(found) == Set((0..<folders).map { "folders/\($0)/" }) && found.count == folders)
    }

    @Test(.enabled(if: RealServer.gateway != nil, RealServer.hint))
    func `wrong secrets, keys, clocks, buckets and permissions have different errors`() async throws {
        let server = try #require(RealServer.gateway)
        let bucket = try server.makeBucket()
        let query = BucketQuery(try #require(BucketAddress("s3://\(bucket)/")))
        let wrongSecret = try server.client(secret: "wrong" + server.secret)
        #expect(
            await failure { try await wrongSecret.list(query) }?.reason
                == "The secret access key does not belong to the access key id.")
        let wrongKey = try server.client(keyID: "AKIDWRONG")
        #expect(
            await failure { try await wrongKey.list(query) }?.reason.contains("does not know the access key id") == true
        )
        let late = try server.client(now: { Date(timeIntervalSinceNow: -7_200) })
        let skew = await failure { try await late.list(query) }
        #expect(skew?.reason.contains("The clock of this machine is wrong") == true, "\(skew?.reason ?? "")")
        #expect(skew?.reason.contains("the server") == true)
        let anonymous = try server.client(isAnonymous: true)
        #expect(await failure { try await anonymous.list(query) }?.reason.contains("is not signed") == true)
        let missing = BucketQuery(try #require(BucketAddress("s3://no-such-bucket-here/")))
        let error = await failure { try await server.client().list(missing) }
        #expect(error?.code == .notFound && error?.reason == "There is no such bucket.")
        for text in [wrongSecret, wrongKey, late].map({ "\($0)" }) { #expect(!text.contains(server.secret)) }
    }

    @Test(.enabled(if: RealServer.gateway != nil, RealServer.hint))
    func `public reads need no signature while listings do`() async throws {
        let server = try #require(RealServer.gateway)
        let bucket = try server.makeBucket()
        _ = try await server.client().put([1, 2], at: "7/ch1_0s.jpg", in: bucket, type: "image/jpeg")
        try server.boto("allow_reads.py", [bucket.rawValue])
        let anonymous = try server.client(isAnonymous: true)
        #expect(try await anonymous.get("7/ch1_0s.jpg", in: bucket, range: nil, limit: 10)?.bytes == [1, 2])
        let query = BucketQuery(try #require(BucketAddress("s3://\(bucket)/7/")))
        #expect(await failure { try await anonymous.list(query) }?.code == .refused)
        #expect(try await server.client().list(query).objects.count == 1)
    }
}
