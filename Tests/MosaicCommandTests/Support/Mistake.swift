import Testing

/// A command line with a mistake, and the answer to it.
struct Mistake: CustomTestStringConvertible {
    let line: String
    let status: Int32
    let answer: String

    var testDescription: String { line }

    /// The command's line of help.
    var help: String {
        let command = line.prefix { $0 != " " }
        return command.hasPrefix("-") ? "mosaic" : "mosaic \(command)"
    }

    /// Reads mistakes as in a terminal: a line after `$ `, and below it the status and the answer.
    ///
    /// - Parameter status: The status of all of them; nil if each answer begins with its own.
    static func list(status: Int32? = nil, _ text: String) -> [Mistake] {
        "\n\(text)".split(separator: "\n$ ").map { mistake in
            let parts = mistake.split(separator: "\n", maxSplits: 1)
            let words = parts[1].split(separator: " ", maxSplits: status == nil ? 1 : 0)
            return Mistake(
                line: String(parts[0]), status: status ?? Int32(words[0]) ?? -1, answer: String(words[words.count - 1]))
        }
    }
}
