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
