import Foundation
import MosaicFixtures
import Testing

/// How `mosaic doctor` reaches the executable that knows it.
// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct DoctorProgramTests {
    private let folder: TemporaryFolder
    private let tool: URL

    init() throws {
        folder = try TemporaryFolder()
        tool = URL(filePath: try #require(BuiltTool.path))
    }

    private func link(_ name: String, to target: URL) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target.path)
    }

    @Test func `a link to the tool leads to the doctor beside the tool itself`() throws {
        try link("story", to: tool)
        let run = try BuiltTool.run(["doctor", "--help"], in: folder, as: "story")
        #expect(run.status == 0 && run.output.contains("USAGE: mosaic doctor <track>"))
    }

    @Test func `where the doctor is missing, the tool says what to build`() throws {
        try FileManager.default.copyItem(at: tool, to: URL(filePath: folder.path("mosaic")))
        let run = try BuiltTool.run(["doctor", "thumbnails.vtt"], in: folder, as: "mosaic")
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("mosaic: mosaic-doctor ") && run.errors.contains("--product mosaic-doctor"))
        #expect(try BuiltTool.run(["--help"], in: folder, as: "mosaic").output.contains("\n  doctor "))
    }

    @Test(
        arguments: [
            [], ["--"], ["--", "--json"], ["-x"], ["--repair=yes"], ["", "a b"], ["absent.vtt"], ["--version"], ["-h"],
        ])
    func `arguments, outputs and the exit status pass through`(arguments: [String]) throws {
        try link("direct", to: tool.deletingLastPathComponent().appending(path: "mosaic-doctor"))
        let direct = try BuiltTool.run(arguments, in: folder, as: "direct")
        let through = try BuiltTool.run(["doctor"] + arguments, in: folder)
        #expect(through.status == direct.status && through.bytes == direct.bytes && through.errors == direct.errors)
        #expect(through.output.isEmpty != through.errors.isEmpty)
    }
}
