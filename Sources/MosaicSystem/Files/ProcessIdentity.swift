import Foundation

/// Identifies a process among all processes of all machines. A process number alone does not, because systems reuse
/// numbers.
package struct ProcessIdentity: Hashable, Sendable {
    /// Hash of the machine's boot and of the PID namespace, in hexadecimal; empty if unknown.
    package let machine: String
    /// The process number (PID) in decimal.
    package let number: String
    /// Start time of the process in ticks since boot; empty if unknown.
    package let start: String

    package init(machine: String, number: String, start: String) {
        self.machine = machine
        self.number = number
        self.start = start
    }

    package static let current = ProcessIdentity(of: ProcessInfo.processInfo.processIdentifier)

    /// Creates the identity of the running process with this number.
    init(of number: Int32) {
        let start = Self.text(of: Self.statusPath(of: number)).flatMap(ProcessStatus.init)?.start
        self.init(machine: Self.thisMachine ?? "", number: String(number), start: start.map(String.init) ?? "")
    }

    /// Kills the process and its group, if the process belongs to this machine, leads its group and still runs.
    ///
    /// - Returns: Whether a signal was sent.
    @discardableResult
    package func killGroup() -> Bool {
        guard isOfThisMachine, let number = Int32(number), getpgid(number) == number,
            let status = Self.text(of: Self.statusPath(of: number)).flatMap(ProcessStatus.init), status.start == start
        else { return false }
        return kill(-number, SIGKILL) == 0
    }

    /// Whether the process was started on this machine, since its last boot and in this PID namespace. Only then can
    /// its end be detected. `false` if that is unknown.
    var isOfThisMachine: Bool {
        // Numbers below 1 stand for process groups.
        guard let thisMachine = Self.thisMachine, let number = Int32(number) else { return false }
        return machine == thisMachine && number > 0 && !start.isEmpty
    }

    /// Whether the process has ended. `false` if that is unknown.
    package var hasEnded: Bool { hasEnded(reading: Self.text) }

    /// Whether the process has ended.
    ///
    /// - Parameter text: Returns the text of the file at a path; `nil` if it cannot be read.
    func hasEnded(reading text: (_ path: String) -> String?) -> Bool {
        guard isOfThisMachine, let number = Int32(number) else { return false }
        if kill(number, 0) != 0, SystemFailure.current.code == ESRCH { return true }
        // The process may run, and its status be unreadable: hidden from this user, or no descriptor left in this
        // process.
        guard let status = text(Self.statusPath(of: number)).flatMap(ProcessStatus.init) else { return false }
        return status.hasEnded || status.start != start
    }

    /// Includes the PID namespace, because in another container the same numbers identify other processes.
    private static let thisMachine: String? = {
        guard let boot = text(of: "/proc/sys/kernel/random/boot_id"),
            let processes = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        // FNV-1a is short enough for a file name. An attacker gains nothing by a collision.
        let hash = (boot + processes).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }()

    /// Status of a process from `/proc/PID/stat`.
    private struct ProcessStatus {
        /// Whether the process has exited: state Z (zombie) or X (dead).
        let hasEnded: Bool
        /// Process number of the parent.
        let parent: Int32?
        /// Start time in ticks since boot.
        let start: Substring

        /// `nil` for an incomplete status.
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

    /// The process number of a process's parent; `nil` if unknown.
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
/// Files of ended processes can be removed, and files of running processes stay.
package struct TemporaryName: Hashable, Sendable {
    /// The age in nanoseconds at which a file of an unknown writer counts as abandoned, for example of another machine
    /// that shares the folder.
    private static let maximumAge: Int64 = 24 * 60 * 60 * 1_000_000_000

    package let rawValue: String

    package init(rawValue: some StringProtocol) { self.rawValue = String(rawValue) }

    /// Parses a name that ``unique()`` created on any machine; `nil` for other names.
    package init?(parsing name: String) {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[1].isEmpty, !parts[3].isEmpty,
            parts[1...2].allSatisfy({ $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            [parts[0], parts[3]].allSatisfy({ $0.allSatisfy("0123456789abcdef".utf8.contains) })
        else { return nil }
        self.init(rawValue: name)
    }

    /// Creates a unique name: machine, process number and start time of this process, and 64 random bits.
    package static func unique() -> TemporaryName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return TemporaryName(rawValue: "\(process.machine)-\(process.number)-\(process.start)-\(chance)")
    }

    /// Whether this process created the file.
    var isOwn: Bool { process == .current }

    /// Whether the writing process has ended. If the process is unknown or on another machine: whether the file was not
    /// written for 24 hours.
    ///
    /// - Parameters:
    ///   - modified: Time of the last write, in nanoseconds since 1970.
    ///   - now: The current time, in nanoseconds since 1970.
    package func isAbandoned(modified: Int64, now: Int64 = FileStatus.now) -> Bool {
        guard let process, process.isOfThisMachine else { return modified < now - Self.maximumAge }
        return process.hasEnded
    }

    /// The writing process; `nil` if the name does not identify it.
    private var process: ProcessIdentity? {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 4 ? ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]) : nil
    }
}
