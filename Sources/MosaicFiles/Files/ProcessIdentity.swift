import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A process as it can be told from all others on any machine: numbers of processes are used again.
package struct ProcessIdentity: Hashable, Sendable {
    /// The machine since it was last started, as far as the process sees it; empty where the system does not tell.
    package let machine: String
    /// The process's number.
    package let number: String
    /// When it was started, in ticks since the machine was; empty where the system does not tell.
    package let start: String

    package init(machine: String, number: String, start: String) {
        self.machine = machine
        self.number = number
        self.start = start
    }

    /// This process.
    package static let current: ProcessIdentity = {
        let number = ProcessInfo.processInfo.processIdentifier
        let start = text(of: statusPath(of: number)).flatMap(ProcessStatus.init)?.start
        return ProcessIdentity(machine: thisMachine ?? "", number: String(number), start: start.map(String.init) ?? "")
    }()

    /// Whether it ran on this machine, so that it can be told whether it still does.
    var isOfThisMachine: Bool {
        // A number below 1 would stand for a group of processes.
        guard let thisMachine = Self.thisMachine, let number = Int32(number) else { return false }
        return machine == thisMachine && number > 0 && !start.isEmpty
    }

    /// Whether it is known that the process has ended; false where that cannot be told.
    package var hasEnded: Bool { hasEnded(reading: Self.text) }

    /// The same with another way to read a file; nil where that cannot be done.
    func hasEnded(reading text: (_ path: String) -> String?) -> Bool {
        guard isOfThisMachine, let number = Int32(number) else { return false }
        if kill(number, 0) != 0, SystemFailure.current.code == ESRCH { return true }
        // One that is there may still be hidden from this user, and this process may have no descriptor left to read with.
        guard let status = text(Self.statusPath(of: number)).flatMap(ProcessStatus.init) else { return false }
        return status.hasEnded || status.start != start
    }

    /// In another container other processes have the same numbers.
    private static let thisMachine: String? = {
        guard let boot = text(of: "/proc/sys/kernel/random/boot_id"),
            let processes = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        // FNV-1a: short enough for a file's name, and nobody gains by two machines that are taken for one.
        let hash = (boot + processes).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }()

    /// What the system tells of a process.
    private struct ProcessStatus {
        /// Whether it waits for nothing but that its end is noticed.
        let hasEnded: Bool
        /// When it was started, in ticks since the machine was.
        let start: Substring

        /// Nil where the text is not a whole status.
        init?(_ text: String) {
            // The program's name, in parentheses, may hold anything.
            guard let end = text.lastIndex(of: ")") else { return nil }
            let fields = text[end...].split(separator: " ")
            // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: state and start time, fields 3 and 22.
            guard fields.count > 20 else { return nil }
            hasEnded = fields[1] == "Z" || fields[1] == "X"
            start = fields[20]
        }
    }

    private static func statusPath(of process: Int32) -> String { "/proc/\(process)/stat" }

    private static func text(of path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        return (try? handle.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
    }
}
