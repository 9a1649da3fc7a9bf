import Foundation

/// Memory of a process that is no file's.
package enum AnonymousMemory {
    /// Bytes that are resident now; nil where the system does not tell.
    package static func bytes(of process: Int32) -> Int? {
        // https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }
}
