import Foundation

/// Recorded counts: a line for each count of each path, with tabs between path, count and value.
struct CountsTable {
    /// A count of a path.
    struct Key: Hashable, Comparable {
        let path: String
        let kind: ProgramCounts.Kind

        var text: String { "\(path): \(kind.rawValue)" }

        static func < (one: Key, other: Key) -> Bool {
            (one.path, one.kind.rawValue) < (other.path, other.kind.rawValue)
        }
    }

    /// The largest share by which a count may differ from the recorded one.
    static let tolerance = 0.03

    var values: [Key: Double] = [:]

    /// Reads a table; a file that is missing is an empty one.
    ///
    /// - Throws: With the number of a line that is malformed.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else { return }
        for (index, line) in String(decoding: data, as: UTF8.self).split(separator: "\n").enumerated() {
            let fields = line.components(separatedBy: "\t")
            guard fields.count == 3, let kind = ProgramCounts.Kind(rawValue: fields[1]), let value = Double(fields[2])
            else { throw ChildProcess.Failure(description: "\(path):\(index + 1): not PATH, COUNT and VALUE.") }
            values[Key(path: fields[0], kind: kind)] = value
        }
    }

    func write(to path: String) throws {
        let lines = values.sorted { $0.key < $1.key }.map { "\($0.path)\t\($0.kind.rawValue)\t\(Self.text($1))\n" }
        try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path))
    }

    /// A row whose bound is the recorded count and the tolerance.
    func row(_ key: Key, _ value: Double) -> Measurement {
        Measurement(
            name: key.text, value: value, unit: "",
            against: values[key].map { "recorded \(Self.text($0))" } ?? "not recorded",
            wanted: .atMost((values[key] ?? 0) * (1 + Self.tolerance)), isExact: true)
    }

    /// A sentence on a count that differs from the recorded one by more than the tolerance.
    func remark(_ key: Key, _ value: Double) -> String? {
        guard let before = values[key] else { return nil }
        let change = (value - before) / max(before, .leastNonzeroMagnitude)
        guard abs(change) > Self.tolerance else { return nil }
        let percent = before > 0 ? " (\(change > 0 ? "+" : "")\(Self.text(change * 100)) %)" : ""
        let numbers = "\(key.text): \(Self.text(value)), was \(Self.text(before))\(percent)"
        return change > 0 ? "ROSE  \(numbers)" : "fell  \(numbers): --record writes it down"
    }

    /// One decimal of small numbers.
    private static func text(_ value: Double) -> String {
        let rounded = abs(value) < 1_000 ? (value * 10).rounded() / 10 : value.rounded()
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
