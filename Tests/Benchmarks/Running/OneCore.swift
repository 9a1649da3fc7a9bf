import Foundation

/// Pins this program to one core, so that measurements are those of one core with any number of threads.
enum OneCore {
    /// Whether it can be done here: by `taskset` of util-linux.
    static let isAvailable = ChildProcess.find("taskset") != nil

    /// Does some work on one core, or on all where it cannot be held to one.
    static func run<Result>(_ work: () async throws -> Result) async throws -> Result {
        guard isAvailable else { return try await work() }
        try hold(to: "0")
        let result = try await work()
        try hold(to: "0-\(ProcessInfo.processInfo.processorCount - 1)")
        return result
    }

    private static func hold(to cores: String) throws {
        guard let taskset = ChildProcess.find("taskset") else { return }
        _ = try ChildProcess.run([taskset, "-acp", cores, "\(ProcessInfo.processInfo.processIdentifier)"])
    }
}
