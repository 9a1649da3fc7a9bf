import Foundation

/// The load generator.
struct Wrk {
    /// Result of one run.
    struct Result {
        let requests: Int
        let seconds: Double
        /// Seconds until an answer: the median, and what one of a hundred takes longer than.
        let median: Double
        let late: Double
    }

    private let path: String
    private let connections: Int
    private let seconds: Int
    private let folder: ScratchFolder

    /// Nil where it is not installed.
    init?(connections: Int, seconds: Int) {
        guard let path = ChildProcess.find("wrk"), let folder = try? ScratchFolder() else { return nil }
        self.path = path
        self.connections = connections
        self.seconds = seconds
        self.folder = folder
        let script = """
            done = function(summary, latency, requests)
              local e = summary.errors
              print(string.format("\\nresult %d %d %d %d %d", summary.requests, summary.duration,
                e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
            end
            """
        guard FileManager.default.createFile(atPath: folder.path + "/done.lua", contents: Data(script.utf8)) else {
            return nil
        }
    }

    /// Asks for a target again and again.
    ///
    /// - Throws: Where a request failed.
    func run(port: Int, target: String, threads: Int) throws -> Result {
        let run = try ChildProcess.run([
            path, "-t", String(threads), "-c", String(connections), "-d", "\(seconds)s", "-s",
            folder.path + "/done.lua", "http://127.0.0.1:\(port)\(target)",
        ])
        let line = String(decoding: run.output, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("result ") }
        let numbers = (line ?? "").split(separator: " ").dropFirst().compactMap { Double($0) }
        guard numbers.count == 5, numbers[2] == 0 else {
            throw ChildProcess.Failure(description: "wrk met errors with \(target): \(line ?? "no result").")
        }
        return Result(
            requests: Int(numbers[0]), seconds: numbers[1] / 1e6, median: numbers[3] / 1e6, late: numbers[4] / 1e6)
    }
}
