import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Identifies a process among all processes of all machines, because process numbers are reused.
package struct ProcessIdentity: Hashable, Sendable {
    /// The machine and its boot, as far as the process sees it; empty where unknown.
    package let machine: String
    /// The process's number.
    package let number: String
    /// Its start in ticks since boot; empty where unknown.
    package let start: String

    package init(machine: String, number: String, start: String) {
        self.machine = machine
        self.number = number
        self.start = start
    }

    /// This process.
    package static let current = ProcessIdentity(of: ProcessInfo.processInfo.processIdentifier)

    /// The running process of a number.
    init(of number: Int32) {
        let start = Self.text(of: Self.statusPath(of: number)).flatMap(ProcessStatus.init)?.start
        self.init(machine: Self.thisMachine ?? "", number: String(number), start: start.map(String.init) ?? "")
    }

    /// Kills it and its process group, if it leads one and certainly still runs.
    ///
    /// - Returns: Whether a signal was sent.
    @discardableResult
    package func killGroup() -> Bool {
        guard isOfThisMachine, let number = Int32(number), getpgid(number) == number,
            let status = Self.text(of: Self.statusPath(of: number)).flatMap(ProcessStatus.init), status.start == start
        else { return false }
        return kill(-number, SIGKILL) == 0
    }

    /// Whether it ran on this machine, so that its end can be detected.
    var isOfThisMachine: Bool {
        // Numbers below 1 stand for process groups.
        guard let thisMachine = Self.thisMachine, let number = Int32(number) else { return false }
        return machine == thisMachine && number > 0 && !start.isEmpty
    }

    /// Whether the process has certainly ended; false where that is unknown.
    package var hasEnded: Bool { hasEnded(reading: Self.text) }

    /// The same with another way to read files; nil where a file cannot be read.
    func hasEnded(reading text: (_ path: String) -> String?) -> Bool {
        guard isOfThisMachine, let number = Int32(number) else { return false }
        if kill(number, 0) != 0, SystemFailure.current.code == ESRCH { return true }
        // A running process may be hidden from this user, and this process may have no descriptor left.
        guard let status = text(Self.statusPath(of: number)).flatMap(ProcessStatus.init) else { return false }
        return status.hasEnded || status.start != start
    }

    /// In another container the same numbers stand for other processes.
    private static let thisMachine: String? = {
        guard let boot = text(of: "/proc/sys/kernel/random/boot_id"),
            let processes = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        // FNV-1a is short enough for a file name, and there is no gain in a deliberate collision.
        let hash = (boot + processes).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }()

    /// The system's status of a process.
    private struct ProcessStatus {
        /// Whether it is a zombie.
        let hasEnded: Bool
        /// The number of its parent.
        let parent: Int32?
        /// Its start in ticks since boot.
        let start: Substring

        /// Nil for an incomplete status.
        init?(_ text: String) {
            // The program's name, in parentheses, may contain any character.
            guard let end = text.lastIndex(of: ")") else { return nil }
            let fields = text[end...].split(separator: " ")
            // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: state, parent and start time, fields 3, 4 and 22.
            guard fields.count > 20 else { return nil }
            hasEnded = fields[1] == "Z" || fields[1] == "X"
            parent = Int32(fields[2])
            start = fields[20]
        }
    }

    /// The number of a process's parent; `nil` if it is unknown.
    static func parent(of number: Int32) -> Int32? {
        text(of: statusPath(of: number)).flatMap(ProcessStatus.init)?.parent
    }

    private static func statusPath(of process: Int32) -> String { "/proc/\(process)/stat" }

    private static func text(of path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        return (try? handle.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The name of a file while it is being written, which identifies the writing process.
///
/// So leftovers of killed processes can be removed, and files of running ones stay.
package struct TemporaryName: Hashable, Sendable {
    /// The age at which a file of an unknown writer is abandoned, in nanoseconds, such as that of another machine that
    /// shares the folder.
    private static let maximumAge: Int64 = 24 * 60 * 60 * 1_000_000_000

    /// The name as text.
    package let rawValue: String

    /// Takes a name.
    package init(rawValue: some StringProtocol) { self.rawValue = String(rawValue) }

    /// Reads a name that ``unique()`` of any machine made; `nil` for other names.
    package init?(parsing name: String) {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[1].isEmpty, !parts[3].isEmpty,
            parts[1...2].allSatisfy({ $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            [parts[0], parts[3]].allSatisfy({ $0.allSatisfy("0123456789abcdef".utf8.contains) })
        else { return nil }
        self.init(rawValue: name)
    }

    /// A name that was never used before.
    package static func unique() -> TemporaryName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return TemporaryName(rawValue: "\(process.machine)-\(process.number)-\(process.start)-\(chance)")
    }

    /// Whether this process writes the file.
    var isOwn: Bool { process == .current }

    /// Whether no process writes the file any more.
    ///
    /// - Parameters:
    ///   - modified: When the file was last written; nanoseconds since 1970.
    ///   - now: The time in the same unit.
    package func isAbandoned(modified: Int64, now: Int64 = FileStatus.now) -> Bool {
        guard let process, process.isOfThisMachine else { return modified < now - Self.maximumAge }
        return process.hasEnded
    }

    /// Nil where the name does not identify the writer.
    private var process: ProcessIdentity? {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 4 ? ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]) : nil
    }
}
