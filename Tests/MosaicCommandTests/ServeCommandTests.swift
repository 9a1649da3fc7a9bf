import Foundation
import MosaicFixtures
import Testing

/// `mosaic serve` from its start to its end.
// The tools lie beside the test bundle wherever the whole package was built; without them the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeCommandTests {
    private static let composed = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../samples/composed").standardizedFileURL.path

    @Test func `it tells where it serves, and ends well when told to stop`() async throws {
        let folder = try TemporaryFolder()
        for arguments in [[Self.composed], ["--data", folder.path("library")]] {
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
        #expect(folder.holds("library"))
    }

    @Test func `others are not let in without a token`() throws {
        let folder = try TemporaryFolder()
        let run = try BuiltTool.run(["serve", "--data", folder.path("library"), "--host", "0.0.0.0"], in: folder)
        #expect(run.status == 64 && run.errors.hasPrefix("mosaic: host: "))
    }

    @Test func `a folder is served as what it is`() throws {
        let folder = try TemporaryFolder()
        let single = try BuiltTool.run(["serve", "--data", Self.composed], in: folder)
        #expect(single.status == 1 && single.errors.contains("mosaic serve FOLDER"))
        let none = try BuiltTool.run(["serve", folder.path], in: folder)
        #expect(none.status == 66)
        #expect(try BuiltTool.run(["serve"], in: folder).status == 64)
        #expect(try BuiltTool.run(["help", "serve"], in: folder).output.contains("USAGE: mosaic serve "))
    }

    private static func says(_ words: String, _ folder: TemporaryFolder) -> Bool {
        (try? folder.read("errors")).map { String(decoding: $0, as: UTF8.self).contains(words) } ?? false
    }
}
