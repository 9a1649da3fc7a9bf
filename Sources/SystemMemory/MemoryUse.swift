/// How much of the memory that a cgroup may use it does use.
///
/// See [the memory controller's files](https://docs.kernel.org/admin-guide/cgroup-v2.html#memory-interface-files), and
/// [those of the first version](https://docs.kernel.org/admin-guide/cgroup-v1/memory.html).
struct MemoryUse: Hashable, Sendable {
    /// Bytes that cannot be given back by forgetting what was read of files.
    let used: Int
    /// Bytes, from where on the kernel slows the cgroup down or ends one of its processes.
    let limit: Int
    /// How often one of its processes was ended for want of memory.
    let kills: Int

    /// Reads the files of a cgroup's folder by their names; nil without a limit.
    init?(reading text: (String) -> String?) {
        func number(_ name: String) -> Int? { text(name).flatMap(Self.number) }
        let limits = ["memory.high", "memory.max", "memory.limit_in_bytes"].compactMap(number)
        guard let limit = limits.min(), (1..<Self.noLimit).contains(limit),
            let current = number("memory.current") ?? number("memory.usage_in_bytes")
        else { return nil }
        // Files that were read once and may be forgotten count as used, and fill every cgroup in the end.
        let stat = text("memory.stat")
        let files = Self.value("total_inactive_file", in: stat) ?? Self.value("inactive_file", in: stat) ?? 0
        used = current - min(current, files)
        self.limit = limit
        kills = Self.value("oom_kill", in: text("memory.events") ?? text("memory.oom_control")) ?? 0
    }

    /// Nil where there is enough memory.
    ///
    /// - Parameter earlier: The use when it was looked at before.
    func pressure(since earlier: MemoryUse?) -> PressureLevel? {
        if let earlier, kills > earlier.kills { return .critical }
        let percent = Double(used) / Double(limit) * 100
        if percent >= 95 { return .critical }
        return percent >= 90 ? .low : nil
    }

    /// A file with one number; nil for `max`, which is none.
    private static func number(_ text: String) -> Int? { Int(text.prefix { !$0.isNewline }) }

    /// The first version writes a limit that is none as about this number.
    private static let noLimit = 1 << 62

    /// The number behind a name, one of which stands in each line; nil without it.
    private static func value(_ name: String, in text: String?) -> Int? {
        for line in (text ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count == 2, fields[0] == name { return Int(fields[1]) }
        }
        return nil
    }
}
