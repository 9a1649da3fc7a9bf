import Foundation
import Mosaic
import MosaicCloud
import MosaicFixtures
import S3Fixtures
import Testing
import TestSupport

/// The sentence for each way in which a request fails.
struct S3ErrorTests {
    private static let secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private struct Case: CustomTestStringConvertible {
        let reply: S3Reply
        let code: MosaicError.Code
        let reason: String
        var testDescription: String { reason }
    }

    private static let cases = [
        Case(
            reply: .error(403, "SignatureDoesNotMatch", more: "<AWSAccessKeyId>AKID</AWSAccessKeyId>"), code: .refused,
            reason: "The secret access key does not belong to the access key id."),
        Case(
            reply: .error(403, "InvalidAccessKeyId", more: "<AWSAccessKeyId>AKID</AWSAccessKeyId>"), code: .refused,
            reason: "The server HOST does not know the access key id."),
        Case(reply: .error(400, "ExpiredToken"), code: .refused, reason: "The session token has expired."),
        Case(
            reply: .error(400, "InvalidToken"), code: .refused,
            reason: "The session token does not belong to the access key id."),
        Case(reply: .error(404, "NoSuchBucket"), code: .notFound, reason: "There is no such bucket."),
        Case(
            reply: .error(403, "AccessDenied"), code: .refused, reason: "The access key has no permission to list it."),
        Case(
            reply: .error(403, "RequestTimeTooSkewed", more: "<ServerTime>2027-01-15T09:00:00Z</ServerTime>"),
            code: .refused,
            reason: "The clock of this machine is wrong: it says 2027-01-15 08:00:00 UTC, the server HOST says "
                + "2027-01-15 09:00:00 UTC."),
        Case(
            reply: .error(403, "RequestTimeTooSkewed", headers: [("Date", "Fri, 15 Jan 2027 07:00:00 GMT")]),
            code: .refused,
            reason: "The clock of this machine is wrong: it says 2027-01-15 08:00:00 UTC, the server HOST says "
                + "2027-01-15 07:00:00 UTC."),
        Case(
            reply: .error(301, "PermanentRedirect", headers: [("x-amz-bucket-region", "eu-central-1")]),
            code: .invalidSettings, reason: "The region is eu-central-1, not us-east-1: set AWS_REGION to eu-central-1."
        ),
        Case(
            reply: .error(400, "AuthorizationHeaderMalformed", more: "<Region>eu-south-1</Region>"),
            code: .invalidSettings, reason: "The region is eu-south-1, not us-east-1: set AWS_REGION to eu-south-1."),
        Case(
            reply: .error(400, "AuthorizationHeaderMalformed"), code: .invalidSettings,
            reason: "The server HOST does not accept the region us-east-1: set AWS_REGION to the bucket's."),
        Case(
            reply: S3Reply(307, headers: [("Location", "https://other.example/x?X-Amz-Credential=AKID")], text: ""),
            code: .unavailable,
            reason:
                "The server HOST redirects to other.example, which is not followed: set the address of the server itself."
        ),
        Case(
            reply: S3Reply(200, headers: [("Content-Type", "text/html")], text: "<html></html>"), code: .unavailable,
            reason: "HOST is not an S3 server: it answers with a web page, status 200."),
        Case(
            reply: S3Reply(404, headers: [("Content-Type", "text/html")], text: "<html></html>"), code: .unavailable,
            reason: "HOST is not an S3 server: it answers with a web page, status 404."),
        Case(
            reply: S3Reply(403, headers: [("Content-Type", "text/html")], text: "<html></html>"), code: .unavailable,
            reason: "HOST is not an S3 server: it answers with a web page, status 403."),
        Case(
            reply: .error(418, "ImATeapot"), code: .unavailable,
            reason: "The server HOST refuses the request: ImATeapot, status 418."),
        Case(
            reply: .error(418, "A \(secret)"), code: .unavailable,
            reason: "The server HOST refuses the request: Unknown, status 418."),
        Case(
            reply: S3Reply(200, text: "<Another/>"), code: .unavailable,
            reason: "The document is Another, not ListBucketResult."),
        Case(
            reply: S3Reply(
                200,
                text: "<ListBucketResult><Contents><Key>b</Key><Size>1</Size><LastModified>2027-01-15T09:00:00Z"
                    + "</LastModified></Contents></ListBucketResult>"), code: .unavailable,
            reason: "A key does not begin with the prefix that was asked for."),
        Case(
            reply: S3Reply(200, text: "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"),
            code: .unavailable, reason: "The listing goes on, but does not say where."),
    ]

    @Test(arguments: cases.indices)
    func `a listing that fails says why in one sentence`(index: Int) async throws {
        let expected = Self.cases[index]
        let server = try await S3Server.start()
        server.answer { _ in expected.reply }
        let client = try S3Client(testing: server.url, secret: Self.secret, token: "TOKEN7", now: { Self.now })
        let address = try #require(BucketAddress("s3://chapter-screenshots/a/"))
        let error = await failure { try await client.list(BucketQuery(address)) }
        let host = server.url.dropFirst("http://".count)
        #expect(
            error
                == MosaicError(
                    expected.code, "chapter-screenshots", expected.reason.replacing("HOST", with: String(host))))
        #expect(server.counts[.list] == 1)
        for word in [Self.secret, "AKID", "TOKEN7"] { #expect(error?.description.contains(word) == false) }
    }

    @Test func `a refusal of HEAD, which has no document, says as much as there is`() async throws {
        let server = try await S3Server.start()
        let bucket = try #require(BucketName(rawValue: "chapter-screenshots"))
        server.answer { _ in S3Reply(403, headers: [("Date", "Fri, 15 Jan 2027 08:01:00 GMT")], text: "") }
        let client = try S3Client(testing: server.url, now: { Self.now })
        #expect(
            await failure { try await client.head("1", in: bucket) }?.reason
                == "The access key has no permission to read it.")
        server.answer { _ in S3Reply(403, headers: [("Date", "Fri, 15 Jan 2027 18:01:00 GMT")], text: "") }
        #expect(
            await failure { try await client.head("1", in: bucket) }?.reason.contains("2027-01-15 18:01:00 UTC") == true
        )
        server.answer { _ in S3Reply(301, headers: [("x-amz-bucket-region", "eu-west-3")], text: "") }
        #expect(await failure { try await client.head("1", in: bucket) }?.reason.contains("eu-west-3") == true)
    }

    @Test func `an anonymous client that is refused says that nothing was signed`() async throws {
        let server = try await S3Server.start(access: .publicReads(keyID: "AKID"))
        let client = try S3Client(testing: server.url, isAnonymous: true)
        let address = try #require(BucketAddress("s3://chapter-screenshots/"))
        let error = await failure { try await client.list(BucketQuery(address)) }
        #expect(error?.code == .refused && error?.reason.contains("is not signed") == true)
    }

    @Test func `a server that speaks no TLS, has no name or refuses connections is named`() async throws {
        let server = try await S3Server.start()
        let address = BucketQuery(try #require(BucketAddress("s3://chapter-screenshots/")))
        for (url, reason) in [
            (server.url.replacing("http:", with: "https:"), "does not speak it"),
            ("http://no-such-host.invalid:9", "The name of the server no-such-host.invalid:9 cannot be resolved."),
            ("http://127.0.0.1:1", "The server 127.0.0.1:1 refuses connections; is"),
        ] {
            let client = try S3Client(testing: url, retries: 1)
            let error = await failure { try await client.list(address) }
            #expect(error?.code == .unavailable && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }

    private static let openSSL = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].first(
        where: FileManager.default.isExecutableFile)

    @Test(.enabled(if: openSSL != nil, "needs openssl, which makes a certificate and serves TLS with it"))
    func `a certificate that is not trusted is named, and trusted by the file of a variable`() async throws {
        let openSSL = try #require(Self.openSSL)
        let folder = TemporaryFolder()
        let names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        _ = try FinishedProgram(
            openSSL,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", names, "-keyout", folder.path("key"), "-out", folder.path("certificate"),
            ])
        let port = Int.random(in: 20_000..<30_000)
        let served = Process()
        served.executableURL = URL(fileURLWithPath: openSSL)
        served.arguments = [
            "s_server", "-accept", "127.0.0.1:\(port)", "-cert", folder.path("certificate"), "-key", folder.path("key"),
            "-www", "-quiet",
        ]
        served.standardOutput = FileHandle.nullDevice
        served.standardError = FileHandle.nullDevice
        try served.run()
        // Signals that can be blocked are, in processes that threads of a pool begin.
        defer { kill(served.processIdentifier, SIGKILL) }
        let address = BucketQuery(try #require(BucketAddress("s3://chapter-screenshots/")))
        let url = "https://127.0.0.1:\(port)"
        var error: MosaicError?
        for _ in 0..<100 {
            error = await failure { try await S3Client(testing: url, retries: 0).list(address) }
            guard error?.reason.contains("refuses connections") == true else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(error?.reason == "TLS with 127.0.0.1:\(port) fails: its certificate is not trusted.")
        let trusting = try S3Client(testing: url, certificates: folder.path("certificate"), retries: 0)
        error = await failure { try await trusting.list(address) }
        #expect(error?.reason.contains("is not an S3 server") == true, "\(error?.reason ?? "")")
        let missing = try S3Client(testing: url, certificates: folder.path("missing"), retries: 0)
        error = await failure { try await missing.list(address) }
        #expect(error?.reason.contains("certificate") == true, "\(error?.reason ?? "")")
    }
}
