import Foundation

/// Checks repeatedly whether memory is short: by the time that tasks are stalled, and by the used share of the cgroup's
/// limit.
package struct PressureWatch: Sendable {
    /// The kernel's file with stall times: of the cgroup, or else of the whole machine.
    private let stalls: String?
    /// The folder of the cgroup's files, where it has a limit.
    private let cgroup: String?
    private var use: MemoryUse?

    /// Finds the system's files; nil where there are none.
    ///
    /// - Parameter root: The root of the system's files; empty for the system's own.
    package init?(root: String = "") {
        let group = ControlGroup(membership: Self.text("\(root)/proc/self/cgroup") ?? "", root: root)
        stalls = group.pressureFiles.first { Self.text($0).flatMap(PressureReading.init) != nil }
        cgroup = (group.unified + group.memory).first { Self.use(of: $0) != nil }
        guard stalls != nil || cgroup != nil else { return nil }
    }

    /// Checks once.
    ///
    /// - Returns: The pressure; nil where there is enough memory.
    package mutating func look() -> PressureLevel? {
        let now = cgroup.flatMap(Self.use)
        let pressures = [
            stalls.flatMap(Self.text).flatMap(PressureReading.init)?.pressure, now?.pressure(since: use),
        ].compactMap(\.self)
        use = now
        return pressures.contains(.critical) ? .critical : pressures.first
    }

    private static func use(of folder: String) -> MemoryUse? { MemoryUse { text("\(folder)/\($0)") } }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

/// The kernel's account of the time that tasks waited for memory.
///
/// See [pressure stall information](https://docs.kernel.org/accounting/psi.html)
package struct PressureReading: Hashable, Sendable {
    /// Percent of the last ten seconds in which at least one task waited, 0...100.
    let some: Double
    /// Percent of the last ten seconds in which all of them did, 0...100.
    let full: Double

    /// Reads `some avg10=0.00 …` and, if there is one, the line that begins with `full`; nil for anything else.
    package init?(parsing text: String) {
        var averages: [Substring: Double] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let kind = fields.first, let field = fields.first(where: { $0.hasPrefix("avg10=") }),
                let average = Double(field.dropFirst("avg10=".count)), average.isFinite
            else { continue }
            averages[kind] = average
        }
        guard let some = averages["some"] else { return nil }
        self.some = some
        full = averages["full"] ?? 0
    }

    /// Nil where there is enough memory.
    ///
    /// Where some tasks lose a tenth of their time, a person begins to notice and answers are late; where all of them lose
    /// a twentieth, the machine does little else than look for memory.
    package var pressure: PressureLevel? {
        if full >= 5 { return .critical }
        return some >= 10 ? .low : nil
    }
}

/// How short of memory the system is.
package enum PressureLevel: String, Sendable {
    /// It would be well to hold less.
    case low
    /// The system may end the process.
    case critical
}
