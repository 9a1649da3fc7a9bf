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
