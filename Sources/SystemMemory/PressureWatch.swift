import Foundation

/// Checks whether memory is short: by the time that tasks are stalled, and by the used share of the cgroup's limit.
package struct PressureWatch: Sendable {
    /// The kernel's file with stall times, of the cgroup or of the whole machine; `nil` if there is none.
    private let stalls: String?
    /// The folder of the cgroup's files; `nil` if no cgroup has a limit that can be read.
    private let cgroup: String?
    private var use: MemoryUse?

    /// Finds the system's files; `nil` if there is neither a file with stall times nor a cgroup with a limit.
    ///
    /// - Parameter root: The folder that contains `/proc` and `/sys`; empty for the system's own.
    package init?(root: String = "") {
        let group = ControlGroup(membership: Self.text("\(root)/proc/self/cgroup") ?? "", root: root)
        stalls = group.pressureFiles.first { Self.text($0).flatMap(PressureReading.init) != nil }
        cgroup = (group.unified + group.memory).first { Self.use(of: $0) != nil }
        guard stalls != nil || cgroup != nil else { return nil }
    }

    /// Checks once. Also compares with the previous check, to detect killed processes.
    ///
    /// - Returns: The pressure; `nil` if enough memory is free.
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

/// The kernel's measure of the time that tasks waited for memory.
///
/// See [pressure stall information](https://docs.kernel.org/accounting/psi.html)
package struct PressureReading: Hashable, Sendable {
    /// Percent of the last ten seconds in which at least one task waited, 0...100.
    let some: Double
    /// Percent of the last ten seconds in which all non-idle tasks waited at the same time, 0...100.
    let full: Double

    /// Parses the line `some avg10=0.00 …` and, if present, the line that begins with `full`; `nil` for any other text.
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

    /// The pressure of this reading; `nil` if enough memory is free.
    ///
    /// If some tasks wait for 10 % of the time, users notice and responses are late. If all tasks wait for 5 % of the
    /// time, the machine mostly reclaims memory.
    package var pressure: PressureLevel? {
        if full >= 5 { return .critical }
        return some >= 10 ? .low : nil
    }
}

/// Level of memory pressure.
package enum PressureLevel: String, Sendable {
    /// Caches should be reduced.
    case low
    /// The system may end the process.
    case critical
}
