import Foundation

/// Memory of a process that is not backed by a file.
package enum AnonymousMemory {
    /// Bytes resident now; `nil` if the system does not report them.
    package static func bytes(of process: Int32) -> Int? {
        // https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }
}
