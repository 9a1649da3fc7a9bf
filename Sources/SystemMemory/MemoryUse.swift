/// The memory use of a cgroup with a memory limit.
///
/// See [the files of the memory controller](https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files),
/// and [the files of cgroup version 1](https://docs.kernel.org/admin-guide/cgroup-v1/memory.html).
struct MemoryUse: Hashable, Sendable {
    /// Used bytes, without the inactive page cache, which the kernel can free.
    let used: Int
    /// The limit in bytes at which the kernel throttles the cgroup or kills one of its processes.
    let limit: Int
    /// Number of processes of the cgroup that were killed for lack of memory.
    let kills: Int

    /// Reads the memory files of a cgroup; `nil` without a limit, and if the used memory cannot be read.
    ///
    /// - Parameter text: Returns the content of the cgroup's file with the given name; `nil` if it cannot be read.
    init?(reading text: (String) -> String?) {
        func number(_ name: String) -> Int? { text(name).flatMap(Self.number) }
        let limits = ["memory.high", "memory.max", "memory.limit_in_bytes"].compactMap(number)
        guard let limit = limits.min(), (1..<Self.noLimit).contains(limit),
            let current = number("memory.current") ?? number("memory.usage_in_bytes")
        else { return nil }
        // The kernel's usage includes the page cache, which can grow up to the limit.
        let stat = text("memory.stat")
        let files = Self.value("total_inactive_file", in: stat) ?? Self.value("inactive_file", in: stat) ?? 0
        used = current - min(current, files)
        self.limit = limit
        kills = Self.value("oom_kill", in: text("memory.events") ?? text("memory.oom_control")) ?? 0
    }

    /// The memory pressure; `nil` if enough memory is free.
    ///
    /// - Parameter earlier: The use at the previous check.
    func pressure(since earlier: MemoryUse?) -> PressureLevel? {
        if let earlier, kills > earlier.kills { return .critical }
        let percent = Double(used) / Double(limit) * 100
        if percent >= 95 { return .critical }
        return percent >= 90 ? .low : nil
    }

    /// The number in the first line of a file; `nil` for any other text, such as `max`, which means no limit.
    private static func number(_ text: String) -> Int? { Int(text.prefix { !$0.isNewline }) }

    /// Numbers from this one on mean no limit. Cgroup version 1 writes nearly 2^63 for a missing limit.
    private static let noLimit = 1 << 62

    /// The number in the line of a name and a number; `nil` if no line has this name.
    private static func value(_ name: String, in text: String?) -> Int? {
        for line in (text ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count == 2, fields[0] == name { return Int(fields[1]) }
        }
        return nil
    }
}

/// The cgroup of this process, with the possible paths of its files.
///
/// See [cgroups(7)](https://man7.org/linux/man-pages/man7/cgroups.7.html)
package struct ControlGroup: Sendable {
    /// Possible folders of the cgroup in the unified hierarchy (version 2).
    let unified: [String]
    /// Possible folders of the cgroup in version 1's memory controller.
    let memory: [String]
    private let root: String

    /// - Parameters:
    ///   - membership: The content of `/proc/self/cgroup`.
    ///   - root: The folder that contains `/proc` and `/sys`; empty for the system's own.
    package init(membership: String, root: String = "") {
        let lines = membership.split(separator: "\n")
        unified = Self.unified(lines).map { root + $0 }
        memory = Self.memory(lines).map { root + $0 }
        self.root = root
    }

    /// Possible files with the time lost to memory pressure, in order of preference: of the cgroup, then of the
    /// machine.
    package var pressureFiles: [String] { unified.map { $0 + "/memory.pressure" } + ["\(root)/proc/pressure/memory"] }

    /// Folders for the line of the unified hierarchy, which begins with `0::`.
    private static func unified(_ lines: [Substring]) -> [String] {
        guard let line = lines.first(where: { $0.hasPrefix("0::/") }) else { return [] }
        let below = folder(line.dropFirst("0::".count))
        // With version 1's controllers mounted, the unified hierarchy is mounted in a subfolder.
        return ["/sys/fs/cgroup\(below)", "/sys/fs/cgroup/unified\(below)"]
    }

    /// Folders for the line of the memory controller. In a container the line may name a path of the host; then the
    /// container's own cgroup is at the top.
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
