import Foundation

/// Looks again and again whether memory runs short: by the time that is lost for want of it, and by how much of what the
/// process's cgroup may use is used.
package struct PressureWatch: Sendable {
    /// Where the kernel tells the time that was lost: for the cgroup, or else for the whole machine.
    private let stalls: String?
    /// The folder with the files of the cgroup, where it has a limit.
    private let cgroup: String?
    private var use: MemoryUse?

    /// Finds out where the system tells of it; nil where it does not.
    ///
    /// - Parameter root: The folder that the system's files lie below: empty for the system's own.
    package init?(root: String = "") {
        let group = ControlGroup(membership: Self.text("\(root)/proc/self/cgroup") ?? "", root: root)
        stalls = group.pressureFiles.first { Self.text($0).flatMap(PressureReading.init) != nil }
        cgroup = (group.unified + group.memory).first { Self.use(of: $0) != nil }
        guard stalls != nil || cgroup != nil else { return nil }
    }

    /// Looks once.
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
