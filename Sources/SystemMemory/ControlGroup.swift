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
