/// Sentences for people, of which only what programs could look for is pinned: whether there are any, and which files,
/// ids and codes they name.
struct Prose {
    /// Ids, codes and other words that the scene knows.
    var words: Set<String> = []

    /// `empty`, `prose`, or `names` and the mentioned words, sorted.
    func reduced(_ text: String) -> String {
        guard !text.allSatisfy(\.isWhitespace) else { return "empty" }
        let names = names(in: text)
        return names.isEmpty ? "prose" : "names " + names.joined(separator: " ")
    }

    /// The same for a text within a document.
    func marked(_ text: String) -> String {
        let names = names(in: text)
        return names.isEmpty ? "<prose>" : "<prose: \(names.joined(separator: " "))>"
    }

    private func names(in text: String) -> [String] {
        var found: Set<String> = []
        for part in text.split(whereSeparator: { !Self.isPartOfName($0) }) {
            var name = part.trimmingSuffix { $0 == "." || $0 == "/" }
            // What is left of a URL's scheme.
            if name.hasPrefix("//") { name = name.dropFirst(2) }
            if words.contains(String(name)) || Self.isFile(name) { found.insert(String(name)) }
        }
        return found.sorted()
    }

    private static let endings = [
        ".jpg", ".jpeg", ".png", ".vtt", ".json", ".jsonl", ".csv", ".html", ".txt", ".sqlite",
    ]

    /// Braces belong to patterns like `ch{index}_{seconds}s.jpg`, which are part of a sentence.
    private static func isFile(_ name: Substring) -> Bool {
        !name.contains(where: { "{}".contains($0) })
            && endings.contains { name.hasSuffix($0) && name.count > $0.count }
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-/<>{}".contains(character))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var trimmed = self
        while let last = trimmed.last, isTrimmed(last) { trimmed.removeLast() }
        return trimmed
    }
}
