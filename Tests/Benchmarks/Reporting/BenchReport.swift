import ArgumentParser
import Foundation

/// Results of one benchmark, with its corpus, machine, date and command.
struct BenchReport: Codable {
    /// A part of a report with a separate heading.
    struct Section: Codable {
        let title: String
        let rows: [Measurement]
        /// Remarks on the numbers.
        var notes: [String] = []
    }

    let machine: Machine
    let command: String
    let corpus: String
    let sections: [Section]

    init(corpus: String, machine: Machine, _ sections: [Section]) {
        self.machine = machine
        self.corpus = corpus
        self.sections = sections
        command = (["mosaic-bench"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
    }

    /// Whether a reproducible number misses its bound.
    var hasFailed: Bool {
        sections.contains { $0.rows.contains { $0.isExact && $0.isMet == false } }
    }

    /// The report for people.
    var table: String {
        var lines = [
            command, "\(machine.model), \(machine.cores) cores; \(machine.date); load \(machine.load)", corpus,
        ]
        for section in sections {
            lines += ["", section.title]
            lines += Self.aligned([Self.headings] + section.rows.map(\.cells))
            lines += section.notes.map { "  \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    /// Several reports for programs.
    static func json(_ reports: [BenchReport]) throws -> String { try text(of: reports) }

    /// Prints the report, and ends in failure where an exact number is wrong.
    func deliver(_ options: OutputOptions) throws {
        print(options.json ? try Self.text(of: self) : table)
        if hasFailed { throw ExitCode.failure }
    }

    private static let headings = ["", "median", "against", "ratio", "wanted", ""]

    private static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func aligned(_ rows: [[String]]) -> [String] {
        let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = "  " + cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// How a report is printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}
