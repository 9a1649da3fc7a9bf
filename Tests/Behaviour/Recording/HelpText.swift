/// Flags and subcommands in a help text; the rest is prose.
struct HelpText {
    private let lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n") }

    /// Flags, sorted: of `  -j, --jobs <jobs>  Storyboards …` both.
    var flags: [String] {
        var names: Set<String> = []
        for line in lines where line.hasPrefix("  -") {
            for word in line.split(separator: " ") {
                guard word.hasPrefix("-") else { break }
                for name in word.split(separator: "/") { names.insert(name.filter { $0 != "," }) }
            }
        }
        return names.sorted()
    }

    /// Subcommands, sorted.
    var subcommands: [String] {
        var names: Set<String> = []
        var isList = false
        for line in lines {
            if !line.hasPrefix(" ") { isList = line.hasSuffix("SUBCOMMANDS:") }
            guard isList, line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
            if let word = line.split(separator: " ").first, line.contains("\(word)  ") { names.insert(String(word)) }
        }
        return names.sorted()
    }
}
