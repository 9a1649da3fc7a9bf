import Foundation
import Testing

/// Commands in one workplace, recorded as a text that is compared with the expectation of the same name.
final class Scene {
    let workplace: Workplace
    private let name: String
    private var lines: [String] = []
    /// The line that the last part begins with.
    private var start = 0
    private var tags: [String: Int] = [:]
    /// The port of the server that runs, if one does.
    var port: Int?
    /// Ids and codes that sentences may name.
    var words: Set<String> = []

    private init(_ name: String) throws {
        self.name = name
        workplace = try Workplace()
    }

    /// Plays a scene and compares its text.
    static func play(_ name: String, _ acts: (Scene) throws -> Void) throws {
        let scene = try Scene(name)
        do {
            try acts(scene)
        } catch {
            Issue.record("\(name) ended early, after:\n\(scene.lines.suffix(30).joined(separator: "\n"))")
            throw error
        }
        try Expectation(name: name).check(scene.lines.joined(separator: "\n") + "\n")
    }

    /// Replaces values that differ from run to run in this scene.
    var normalizer: Normalizer {
        var places = [(workplace.path, "<work>"), (workplace.aside, "<aside>"), (Repository.root.path, "<root>")]
        if let port { places.append((":\(port)", ":<port>")) }
        return Normalizer(prose: Prose(words: words), places: places)
    }

    func write(_ line: String) { lines.append(line) }

    /// Begins a part: a command, a request, a folder. A blank line separates it from a part of more than three lines.
    func begin(_ line: String) {
        let last = lines[start...]
        if last.count > 3 || last.contains(where: { $0.contains("\n") }) { lines.append("") }
        start = lines.count
        lines.append(line)
    }

    /// A heading.
    func note(_ text: String) {
        if !lines.isEmpty { lines.append("") }
        start = lines.count
        lines.append("# " + text)
    }

    /// The same name for the same tag throughout a scene: tags of documents with inodes in them differ from run to run.
    func name(ofTag tag: String) -> String {
        let number = tags[tag] ?? tags.count + 1
        tags[tag] = number
        return "<tag \(number)>"
    }

    func isNamed(_ tag: String) -> Bool { tags[tag] != nil }
}

extension Scene {
    /// Writes down which files a folder holds, and the checksums of those that are the same in every run.
    func files(in folder: String, where isShown: (String) -> Bool = { _ in true }) throws {
        // What a database keeps beside its file comes and goes with whoever has it open.
        let names = try workplace.files(below: folder).filter { name in
            !name.hasSuffix("sqlite-wal") && !name.hasSuffix("sqlite-shm") && isShown(name)
        }
        let summed = names.filter { Self.kind($0) == nil }
        let sums = try Checksums.values(of: summed, in: workplace.path(folder))
        let bytes = Dictionary(uniqueKeysWithValues: zip(summed, sums))
        begin("files in \(folder)")
        for name in names { write("  \(normalizer.text(name))  \(Self.kind(name) ?? bytes[name] ?? "")") }
    }

    /// Kind of a file that differs from run to run, or holds prose; `nil` for other files.
    private static func kind(_ name: String) -> String? {
        if name.hasSuffix(".json") { return "json" }
        if name.hasSuffix(".html") { return "page" }
        if name.hasSuffix(".sqlite") { return "catalog" }
        return name.hasSuffix(".mosaic-reserve") ? "reserve" : nil
    }

    /// Writes down a document, or only some of its members.
    func document(_ name: String, members: [String]? = nil) throws {
        let bytes = try workplace.read(name)
        guard let members else { return begin("\(name) " + (try normalizer.json(bytes))) }
        let all = try JSONValue(parsing: bytes).members
        let part = JSONValue.object(all.filter { members.contains($0.key) })
        begin("of \(name) " + (try normalizer.json(Data(part.description.utf8))))
    }

    /// Writes down a file of JSON lines, sorted.
    func lines(of name: String) throws {
        begin(name)
        let lines = try workplace.read(name).split(separator: UInt8(ascii: "\n"))
        for line in try lines.map(normalizer.line).sorted() { write("  " + line) }
    }

    /// Writes down a text, character by character.
    func text(_ name: String) throws {
        begin(name)
        write(Self.indented(normalizer.text(try workplace.text(name))))
    }
}

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
    /// Settings that are not those by default.
    case changedSettings
    /// A document with the ids of its entries instead of the entries.
    case ids
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
        begin(normalizer.text("$ \(variables)mosaic \(words)\(hasInput ? " < input" : "")"))
    }

    private func tell(_ outcome: ChildProcess.Outcome, as format: OutputFormat) throws {
        // A wrong command line is answered with the help of the command, which names whatever it likes.
        let isUsage = outcome.end == "exit 64"
        var reader = normalizer
        if isUsage { reader.prose.words = [] }
        let output = try text(of: outcome.output, as: format, reader)
        let said = reader.sentence(outcome.said)
        let errors = isUsage && said != "empty" ? "prose" : said
        // An output that is not mentioned is empty.
        let parts = [(name: "stderr", text: errors), ("stdout", output)].filter { $0.text != "empty" }
        write(([outcome.end] + parts.map { "\($0.name) \($0.text)" }).joined(separator: ", "))
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
        case .ids: return try reader.ids(output)
        case .changedSettings:
            let settings = try JSONValue(parsing: output)["settings"]?.members ?? [:]
            let changed = JSONValue.object(settings.filter { $0.value["from"] != .text("default") })
            return try reader.json(Data(changed.description.utf8))
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
