import Foundation

/// Where and when something was measured.
struct Machine: Codable {
    let model: String
    let cores: Int
    let date: String
    /// The system's load averages over 1, 5 and 15 minutes when the measurement began.
    let load: String

    static var current: Machine {
        Machine(
            model: field("model name", in: "/proc/cpuinfo"), cores: ProcessInfo.processInfo.activeProcessorCount,
            date: Date().formatted(.iso8601),
            load: text("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " "))
    }

    private static func field(_ name: String, in path: String) -> String {
        let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown processor"
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
