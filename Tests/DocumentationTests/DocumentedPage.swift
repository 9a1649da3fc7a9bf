import Foundation

/// One Markdown page of the repository: its text, headings, links and code blocks.
struct DocumentedPage {
    /// A fenced block: the words after the fence, its lines, and the line of the fence.
    struct Block {
        let marks: [String]
        let text: String
        let line: Int
    }

    static let root = CodeListings.root

    /// The path below the repository's folder.
    let path: String
    let text: String
    let blocks: [Block]
    /// The lines outside of blocks, with their numbers.
    let prose: [(number: Int, text: String)]

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        var (blocks, prose): ([Block], [(Int, String)]) = ([], [])
        var open: (marks: [String], lines: [String], line: Int)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let block = open, trimmed == "```" {
                blocks.append(Block(marks: block.marks, text: block.lines.joined(separator: "\n"), line: block.line))
                open = nil
            } else if open != nil {
                open?.lines.append(String(line))
            } else if trimmed.hasPrefix("```") {
                open = (trimmed.dropFirst(3).split(separator: " ").map(String.init), [], index + 1)
            } else {
                prose.append((index + 1, String(line)))
            }
        }
        (self.blocks, self.prose) = (blocks, prose)
    }

    /// All pages that people read: README, CONTRIBUTING, those of catalogs, of samples and of `.github`.
    static func all() throws -> [String] {
        let fixed = ["README.md", "CONTRIBUTING.md", ".github/CHANGELOG.md", ".github/SECURITY.md"]
        let found = try ["Sources", "samples"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .map { "\(folder)/\($0)" }
                .filter { $0.hasSuffix(".md") && ($0.contains(".docc/") || $0.hasSuffix("/README.md")) }
        }
        return (fixed + found).sorted()
    }

    /// The anchors that GitHub gives to the headings.
    var anchors: Set<String> {
        Set(
            prose.map(\.text).filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                    .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
            })
    }

    /// The targets of links and images that are not URLs.
    var links: [String] {
        let joined = prose.map(\.text).joined(separator: "\n").replacing(/`[^`\n]*`/, with: "code")
        let inline = joined.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        let sources = joined.matches(of: /src(?:set)?="([^"]+)"/).map { String($0.1) }
        return (inline + sources).filter { $0.firstMatch(of: /^[a-z]+:/) == nil }
    }
}
