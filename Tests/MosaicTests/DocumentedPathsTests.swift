import Foundation
import Testing

/// The files that CONTRIBUTING and README name.
struct DocumentedPathsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Each path in code font, and whether the page calls it new.
    private static func paths() throws -> [(path: String, isNew: Bool)] {
        try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
            .matches(of: /(new\s+)?`((?:Sources|Tests|samples|\.ci)\/[^`\s…]+)`/)
            .map { (String($0.2), $0.1 != nil) }
    }

    @Test func `every file that CONTRIBUTING names is there`() throws {
        let paths = try Self.paths()
        #expect(paths.count > 40)
        for (path, isNew) in paths { #expect(Self.exists(path) != isNew, "\(path)") }
    }

    @Test func `every link in README leads to a file`() throws {
        let links = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
            .matches(of: /\]\(((?:Sources|Tests|samples|[A-Z]+(?:\.md)?)[^)#]*)\)/).map { String($0.1) }
        #expect(links.count > 8)
        for link in links { #expect(Self.exists(link), "\(link)") }
    }

    @Test func `a new part goes where CONTRIBUTING's examples put it`() throws {
        // A module of its own is new as a whole.
        for (path, isNew) in try Self.paths() where isNew && !path.contains("MosaicCloud") {
            #expect(Self.exists(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))), "\(path)")
        }
    }
}
