import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a worker is called in its leases, and whether the process behind a name has ended.
///
/// A name tells machine, process and the process's start, so that the job of a killed worker need not wait until its lease
/// runs out where that can be known sooner: on the same machine.
package struct WorkerName: Hashable, Sendable {
    /// The name as text.
    package let rawValue: String

    private static let mark = "mosaic"

    /// Reads a name out of a lease.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A name that no worker ever had.
    package static func unique() -> WorkerName {
        let process = ProcessInfo.processInfo.processIdentifier
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let start = text(of: statusPath(of: process)).flatMap(ProcessStatus.init)?.start
        let parts = [mark, machine ?? "", String(process), start.map(String.init) ?? "", chance]
        return WorkerName(rawValue: parts.joined(separator: ":"))
    }

    /// Whether it is known that the process has ended; false where that cannot be told.
    package var hasEnded: Bool { hasEnded(reading: Self.text) }

    /// The same with another way to read a file; nil where that cannot be done.
    func hasEnded(reading text: (_ path: String) -> String?) -> Bool {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
        // A number below 1 would stand for a group of processes.
        guard parts.count == 5, parts[0] == Self.mark, let machine = Self.machine, parts[1] == machine,
            let process = Int32(parts[2]), process > 0, !parts[3].isEmpty
        else { return false }
        if kill(process, 0) != 0, SystemFailure.current.code == ESRCH { return true }
        // One that is there may still be hidden from this user, and this process may have no descriptor left to read with.
        guard let status = text(Self.statusPath(of: process)).flatMap(ProcessStatus.init) else { return false }
        return status.hasEnded || status.start != parts[3]
    }

    /// The machine since it was last started, as far as this process sees it: in another container other processes have
    /// the same numbers. Nil where the system does not tell.
    private static let machine: String? = {
        guard let boot = text(of: "/proc/sys/kernel/random/boot_id"),
            let processes = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return nil }
        return ContentHash(of: Array((boot + processes).utf8)).hexadecimal(bytes: 8)
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
