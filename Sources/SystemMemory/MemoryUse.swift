/// How much of a cgroup's memory limit is used.
///
/// See [the memory controller's files](https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files), and
/// [those of the first version](https://docs.kernel.org/admin-guide/cgroup-v1/memory.html).
struct MemoryUse: Hashable, Sendable {
    /// Bytes that evicting the page cache cannot free.
    let used: Int
    /// The limit from which on the kernel slows the cgroup down or kills one of its processes.
    let limit: Int
    /// How often one of its processes was killed for lack of memory.
    let kills: Int

    /// Reads the files of a cgroup's folder by their names; nil without a limit.
    init?(reading text: (String) -> String?) {
        func number(_ name: String) -> Int? { text(name).flatMap(Self.number) }
        let limits = ["memory.high", "memory.max", "memory.limit_in_bytes"].compactMap(number)
        guard let limit = limits.min(), (1..<Self.noLimit).contains(limit),
            let current = number("memory.current") ?? number("memory.usage_in_bytes")
        else { return nil }
        // The page cache counts as used, and fills every cgroup in the end.
        let stat = text("memory.stat")
        let files = Self.value("total_inactive_file", in: stat) ?? Self.value("inactive_file", in: stat) ?? 0
        used = current - min(current, files)
        self.limit = limit
        kills = Self.value("oom_kill", in: text("memory.events") ?? text("memory.oom_control")) ?? 0
    }

    /// Nil where there is enough memory.
    ///
    /// - Parameter earlier: The use at the previous check.
    func pressure(since earlier: MemoryUse?) -> PressureLevel? {
        if let earlier, kills > earlier.kills { return .critical }
        let percent = Double(used) / Double(limit) * 100
        if percent >= 95 { return .critical }
        return percent >= 90 ? .low : nil
    }

    /// A file with one number; nil for `max`, which means no limit.
    private static func number(_ text: String) -> Int? { Int(text.prefix { !$0.isNewline }) }

    /// Version 1 of cgroups writes about this number for no limit.
    private static let noLimit = 1 << 62

    /// The number after a name, one a line; nil without it.
    private static func value(_ name: String, in text: String?) -> Int? {
        for line in (text ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count == 2, fields[0] == name { return Int(fields[1]) }
        }
        return nil
    }
}

/// The cgroup of this process, and where the kernel may keep its files.
///
/// See [cgroups(7)](https://man7.org/linux/man-pages/man7/cgroups.7.html)
package struct ControlGroup: Sendable {
    /// Folders of the unified hierarchy.
    let unified: [String]
    /// Folders of the first version's memory controller.
    let memory: [String]
    private let root: String

    /// - Parameters:
    ///   - membership: What `/proc/self/cgroup` holds.
    ///   - root: The folder that the system's files lie below: empty for the system's own.
    package init(membership: String, root: String = "") {
        let lines = membership.split(separator: "\n")
        unified = Self.unified(lines).map { root + $0 }
        memory = Self.memory(lines).map { root + $0 }
        self.root = root
    }

    /// Files that may hold the time lost to memory pressure, the best first: of the cgroup, then of the machine.
    package var pressureFiles: [String] { unified.map { $0 + "/memory.pressure" } + ["\(root)/proc/pressure/memory"] }

    /// The line of the unified hierarchy begins with `0::`.
    private static func unified(_ lines: [Substring]) -> [String] {
        guard let line = lines.first(where: { $0.hasPrefix("0::/") }) else { return [] }
        let below = folder(line.dropFirst("0::".count))
        // Beside the hierarchies of the first version it lies deeper.
        return ["/sys/fs/cgroup\(below)", "/sys/fs/cgroup/unified\(below)"]
    }

    /// In a container the line may name a folder of the machine; the container's own is at the top.
    private static func memory(_ lines: [Substring]) -> [String] {
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].split(separator: ",").contains("memory") else { continue }
            return ["/sys/fs/cgroup/memory\(folder(parts[2]))", "/sys/fs/cgroup/memory"]
        }
        return []
    }

    private static func folder(_ path: Substring) -> Substring { path == "/" ? "" : path }
}
