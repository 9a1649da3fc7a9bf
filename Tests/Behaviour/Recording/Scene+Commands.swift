import Foundation
import Testing

/// How an output is pinned.
enum OutputFormat {
    /// A document.
    case json
    /// A document on each line, sorted: they come as work is done.
    case lines
    /// Text for programs, character by character.
    case exact
    /// Text for people, reduced to the words that it mentions.
    case prose
    /// Text for people that may mention anything.
    case help
    /// Bytes, by their checksum.
    case bytes
}

extension Scene {
    /// Runs a tool to its end and records its output, exit and errors.
    ///
    /// - Parameter format: How standard output is pinned; by default as JSON with `--json`, else as prose.
    @discardableResult
    func run(
        _ arguments: String..., environment: [String: String] = [:], input: String? = nil,
        as format: OutputFormat? = nil
    ) throws -> ChildProcess.Outcome {
        try run(arguments, environment: environment, input: input, as: format)
    }

    @discardableResult
    func run(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
        as format: OutputFormat? = nil
    ) throws -> ChildProcess.Outcome {
        tell(arguments, environment, hasInput: input != nil)
        let outcome = try workplace.run(arguments, environment: environment, input: input)
        try tell(outcome, as: format ?? (arguments.contains("--json") ? .json : .prose))
        return outcome
    }

    /// Waits for a program that was started.
    @discardableResult
    func end(_ child: ChildProcess, as format: OutputFormat = .prose) throws -> ChildProcess.Outcome {
        let outcome = try child.outcome()
        try tell(outcome, as: format)
        return outcome
    }

    private func tell(_ arguments: [String], _ environment: [String: String], hasInput: Bool) {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0)=\($1) " }.joined()
        let words = arguments.map { $0.isEmpty || $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        write("")
        write(normalizer.text("$ \(variables)mosaic \(words)\(hasInput ? " < input" : "")"))
    }

    private func tell(_ outcome: ChildProcess.Outcome, as format: OutputFormat) throws {
        write(outcome.end)
        // A wrong command line is answered with the help of the command, which names whatever it likes.
        let isUsage = outcome.end == "exit 64"
        var reader = normalizer
        if isUsage { reader.prose.words = [] }
        write("stdout " + (try text(of: outcome.output, as: format, reader)))
        let said = reader.sentence(outcome.said)
        write("stderr " + (isUsage && said != "empty" ? "prose" : said))
    }

    private func text(of output: Data, as format: OutputFormat, _ reader: Normalizer) throws -> String {
        guard !output.isEmpty else { return "empty" }
        switch format {
        case .json: return try reader.json(output)
        case .lines:
            let lines = output.split(separator: UInt8(ascii: "\n"))
            let documents = try lines.map { "  " + (try reader.line($0)) }.sorted()
            return "\(lines.count) lines\n" + documents.joined(separator: "\n")
        case .exact:
            return "text\n" + Self.indented(reader.text(String(decoding: output, as: UTF8.self)))
        case .prose: return reader.sentence(String(decoding: output, as: UTF8.self))
        case .help: return "prose"
        case .bytes: return try digest(of: output)
        }
    }

    /// Indents lines; a backslash marks a text without a final line end.
    static func indented(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.last.map { $0.isEmpty ? [] : ["  \($0)\\"] } ?? []
        return (lines.dropLast().map { $0.isEmpty ? "" : "  " + $0 } + end).joined(separator: "\n")
            .replacingOccurrences(of: "\r", with: "\\r")
    }

    /// Length and checksum of bytes.
    func digest(of bytes: Data) throws -> String {
        try bytes.write(to: URL(filePath: workplace.aside + "/digested"))
        let sum = try Checksums.values(of: ["digested"], in: workplace.aside)[0]
        return "\(bytes.count) bytes, sha256 \(sum)"
    }
}
