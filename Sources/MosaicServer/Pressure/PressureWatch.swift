import Foundation
import ScrubPreview

/// Checks repeatedly whether memory is short: by the time that tasks are stalled, and by the used share of the cgroup's
/// limit.
struct PressureWatch: Sendable {
    /// The kernel's file with stall times: of the cgroup, or else of the whole machine.
    private let stalls: String?
    /// The folder of the cgroup's files, where it has a limit.
    private let cgroup: String?
    private var use: MemoryUse?

    /// Finds the system's files; nil where there are none.
    ///
    /// - Parameter root: The root of the system's files; empty for the system's own.
    init?(root: String = "") {
        let membership = Self.text("\(root)/proc/self/cgroup") ?? ""
        let own = Self.folders(membership).map { root + $0 }
        stalls = (own.map { $0 + "/memory.pressure" } + ["\(root)/proc/pressure/memory"]).first { file in
            Self.text(file).flatMap(PressureReading.init) != nil
        }
        cgroup = (own + Self.memoryFolders(membership).map { root + $0 }).first { Self.use(of: $0) != nil }
        guard stalls != nil || cgroup != nil else { return nil }
    }

    /// Checks once.
    ///
    /// - Returns: The pressure; nil where there is enough memory.
    mutating func look() -> MemoryPressure? {
        let now = cgroup.flatMap(Self.use)
        let pressures = [
            stalls.flatMap(Self.text).flatMap(PressureReading.init)?.pressure, now?.pressure(since: use),
        ].compactMap(\.self)
        use = now
        return pressures.contains(.critical) ? .critical : pressures.first
    }

    /// Possible folders of the process's cgroup in the unified hierarchy, whose line begins with `0::`.
    private static func folders(_ membership: String) -> [String] {
        guard let line = membership.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return [] }
        let path = line.dropFirst("0::".count)
        let below = path == "/" ? "" : path
        // Beside the hierarchies of version 1 its path is longer.
        return ["/sys/fs/cgroup\(below)", "/sys/fs/cgroup/unified\(below)"]
    }

    /// Possible folders of the memory controller of version 1; in a container, whose line may name a folder of the
    /// machine, the top.
    private static func memoryFolders(_ membership: String) -> [String] {
        for line in membership.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].split(separator: ",").contains("memory") else { continue }
            let below = parts[2] == "/" ? "" : parts[2]
            return ["/sys/fs/cgroup/memory\(below)", "/sys/fs/cgroup/memory"]
        }
        return []
    }

    private static func use(of folder: String) -> MemoryUse? { MemoryUse { text("\(folder)/\($0)") } }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
