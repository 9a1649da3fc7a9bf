import Foundation

/// The code that a page shows, and the code that tests compile for it.
enum CodeListings {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    /// The Swift listings of a page.
    static func shown(in page: String) throws -> [String] { try runs(in: page, from: "```swift", to: "```") }

    /// The snippets of a source file.
    static func compiled(in source: String) throws -> [String] {
        try runs(in: source, from: "// snippet", to: "// end")
    }

    /// The lines between two marks, each run without the indentation of its first line.
    private static func runs(in file: String, from start: String, to end: String) throws -> [String] {
        var runs: [String] = []
        var current: [Substring]?
        for line in try String(contentsOf: root.appending(path: file), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let lines = current, trimmed == end {
                let indentation = lines.first?.prefix { $0 == " " } ?? ""
                runs.append(
                    lines.map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }
                        .joined(separator: "\n"))
                current = nil
            } else if current != nil {
                current?.append(line)
            } else if trimmed == start {
                current = []
            }
        }
        return runs
    }
}
