import Foundation
import Mosaic
import MosaicCloud
import MosaicFixtures
import S3Fixtures
import Testing
import Tiers

/// Output of the tools never holds a credential, for any response of the server.
@Suite(.enabled(if: BuiltTool.path != nil, "the tools are not built"))
struct SecretsTests {
    private static let credentials = [
        "AWS_ACCESS_KEY_ID": "AKIDOFTHISTEST123456", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLE",
        "AWS_SESSION_TOKEN": "TOKENOFTHISTEST7777777777777777",
    ]

    /// Commands, and what the server answers to them.
    private static let replies: [@Sendable (S3Request) -> S3Reply?] = [
        { _ in nil },
        { _ in .error(403, "SignatureDoesNotMatch", more: "<AWSAccessKeyId>AKIDOFTHISTEST123456</AWSAccessKeyId>") },
        { _ in .error(403, "InvalidAccessKeyId", "AKIDOFTHISTEST123456 is unknown") },
        { _ in .error(400, "AKIDOFTHISTEST123456", "AKIDOFTHISTEST123456") },
        { request in .error(400, "InvalidToken", request.header("x-amz-security-token") ?? "") },
        { request in
            S3Reply(307, headers: [("Location", "http://a/?" + (request.header("Authorization") ?? ""))], text: "")
        },
        { request in S3Reply(200, text: "<html>" + (request.header("Authorization") ?? "") + "</html>") },
        { request in request.kind == .get ? S3Reply(404, text: request.header("Authorization") ?? "") : nil },
    ]

    @Test(arguments: Tier.sample(replies.indices, 2))
    func `no command prints a credential`(index: Int) async throws {
        let server = try await S3Server.start(access: .signed(keyID: "AKIDOFTHISTEST123456"))
        server.store(Array("no picture".utf8), at: "7/ch1_0s.jpg")
        server.answer(Self.replies[index])
        let folder = TemporaryFolder()
        var environment = Self.credentials
        environment["AWS_ENDPOINT_URL_S3"] = server.url
        let source = "s3://chapter-screenshots/7/"
        for arguments in [
            ["compose", source, "-o", folder.path("out")], ["compose", source, "-o", folder.path("out"), "--json"],
            ["batch", "s3://chapter-screenshots/", "-o", folder.path("batch"), "--json"],
            ["submit", source, "--library", folder.path("data"), "--json"],
            ["worker"], ["jobs", "--library", folder.path("data"), "--json"], ["compose", "--help"],
        ] {
            guard arguments != ["worker"] else {
                try await Self.work(in: folder, environment)
                continue
            }
            let outcome = try BuiltTool.run(arguments, in: folder, environment: environment)
            for credential in Self.credentials.values {
                #expect(!outcome.output.contains(credential) && !outcome.errors.contains(credential), "\(arguments)")
            }
        }
        // Also what the worker said.
        for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
            guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            for credential in Self.credentials.values { #expect(!text.contains(credential), "\(name)") }
        }
    }
    /// Has a worker try the job once. A whole run would take a quarter of an hour, because it tries again.
    private static func work(in folder: TemporaryFolder, _ environment: [String: String]) async throws {
        let data = folder.path("data")
        let worker = try BuiltTool(
            ["worker", "--library", data], in: folder, output: "worker.out", errors: "worker.err",
            environment: environment)
        defer { worker.kill() }
        for _ in 0..<1_000 {
            let jobs = try BuiltTool.run(["jobs", "--library", data, "--json"], in: folder)
            let job = try JSONValue(jobs.bytes)["jobs"]?.elements.first
            guard job?["state"]?.text == "pending", job?["error"]?.text == nil else { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("The worker has not tried the job.")
    }
}
