import Foundation
import MosaicFixtures
import Testing

/// `mosaic serve` from its start to its end.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeCommandTests {
    private static let composed = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../samples/composed").standardizedFileURL.path

    @Test func `prints its URL, and exits with 0 after SIGTERM`() async throws {
        let folder = TemporaryFolder()
        for arguments in [[Self.composed], ["--library", folder.path("library")], [folder.path("other")]] {
            let server = try BuiltTool(
                ["serve", "--port", "0"] + arguments, in: folder, output: "output", errors: "errors")
            while server.isRunning, !Self.says("mosaic: Serving http://127.0.0.1:", folder) {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(Self.says("mosaic: Serving http://127.0.0.1:", folder))
            server.send(SIGTERM)
            #expect(server.wait() == 0)
            #expect(try folder.read("output").isEmpty)
        }
        #expect(folder.holds("library") && folder.holds("other"))
    }

    @Test func `others are not let in without a token`() throws {
        let folder = TemporaryFolder()
        let run = try BuiltTool.run(["serve", "--library", folder.path("library"), "--host", "0.0.0.0"], in: folder)
        #expect(run.status == 64 && run.errors.hasPrefix("mosaic: --host: "))
    }

    @Test func `the kind of a folder determines how it is served`() throws {
        let folder = TemporaryFolder()
        let single = try BuiltTool.run(["serve", "--library", Self.composed], in: folder)
        #expect(single.status == 66 && single.errors.contains("mosaic serve FOLDER"))
        #expect(try BuiltTool.run(["serve", "a", "--library", "b"], in: folder).status == 64)
        #expect(try BuiltTool.run(["serve", Self.composed, "--catalog", "b"], in: folder).status == 64)
        #expect(try BuiltTool.run(["serve"], in: folder).status == 64)
        #expect(try BuiltTool.run(["help", "serve"], in: folder).output.contains("USAGE: mosaic serve "))
    }

    @Test(.enabled(if: InstalledTool.curl.path != nil, "curl, which asks the server, is not installed"))
    func `tokens that openssl signed are taken as far as their scope reaches`() async throws {
        let folder = TemporaryFolder()
        // The line's end that an editor leaves is no part of the secret.
        try folder.write(Array("a secret that has 32 bytes, or so\n".utf8), to: "key")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("key"))
        let server = try await ServeProcess(
            ["--library", "library", "--jwt-secret-file", "key", "--log-level", "debug"], in: folder)
        let base = server.base + "/jobs"
        // {"alg":"HS256"}, {"exp":4102444800,"scope":"read"} and "write", by openssl dgst -sha256 -hmac.
        let head = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjQxMDI0NDQ4MDAsInNjb3BlIjoi"
        let read = head + "cmVhZCJ9.nGtGrKmknhJoPeQNygQRI3OrRqBRrtE2bzMzJBk2zPc"
        let write = head + "d3JpdGUifQ.p39lc4XfvZJzcJWBdpWsJBMeurRjiiQChDMfkdW0fd8"
        for (token, path, method, status) in [
            (nil, "", "GET", "401"), (read, "", "GET", "200"), (write, "", "GET", "200"),
            (read, "/7/retry", "POST", "403"), (write, "/7/retry", "POST", "404"),
            (read.dropLast() + "d", "", "GET", "401"),
        ] as [(String?, String, String, String)] {
            let field = token.map { ["-H", "Authorization: Bearer \($0)"] } ?? []
            let answer = try InstalledTool.fetch(
                ["-o", "/dev/null", "-w", "%{http_code}", "-X", method, base + path] + field)
            #expect(answer.text == status, "\(method) \(path) \(token ?? "")")
        }
        #expect(server.stop() == 0)
        let said = server.said
        #expect(said.contains("mosaic: key holds a secret, and everyone on this machine can read it."))
        #expect(said.contains("target=/jobs") && !said.contains("eyJ") && !said.contains("32 bytes"))
    }

    private static func says(_ words: String, _ folder: TemporaryFolder) -> Bool {
        (try? folder.read("errors")).map { String(decoding: $0, as: UTF8.self).contains(words) } ?? false
    }
}
