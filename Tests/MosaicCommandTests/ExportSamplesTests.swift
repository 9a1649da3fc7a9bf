import Foundation
import MosaicFixtures
import Testing
import TestSupport

/// `samples/exports`, which `samples/export` makes of `samples/composed`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ExportSamplesTests {
    private static func sample(_ name: String) -> String {
        Workplace.packageRoot.appending(path: "samples/\(name)").path
    }

    private static func committed() throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: sample("exports")) {
            let path = sample("exports/" + name)
            if let bytes = FileManager.default.contents(atPath: path), !name.hasSuffix("/") {
                contents[name] = Array(bytes)
            }
        }
        return contents
    }

    @Test func `the committed exports are those of the committed storyboard`() throws {
        let workplace = Workplace()
        let script = try FinishedProgram(
            "/bin/bash",
            [Self.sample("export"), try #require(BuiltTool.path), workplace.folder.path("exports")])
        #expect(script.status == 0, "\(script.errors)")
        let made = try workplace.folder.contents(of: "exports")
        let committed = try Self.committed()
        #expect(Set(made.keys) == Set(committed.keys))
        for (name, bytes) in made { #expect(committed[name] == bytes, "\(name)") }
    }
}
