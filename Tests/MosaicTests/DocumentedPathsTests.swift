import Foundation
import Testing

/// The files that CONTRIBUTING names in code font.
struct DocumentedPathsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    @Test func `every file that CONTRIBUTING names is there`() throws {
        let paths = try String(contentsOf: Self.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
            .matches(of: /`((?:Sources|Tests|samples|\.ci|\.github)\/[^`\s…]+)/).map { String($0.1) }
        #expect(paths.count > 40)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
        }
    }
}
