import Foundation
import MosaicFixtures
import Testing

/// `mosaic serve` as a separate process, on a free port.
final class ServeProcess {
    let port: Int
    private let tool: BuiltTool
    private let folder: TemporaryFolder
    private let log = "serve-\(UUID().uuidString)"

    /// Returns when it serves.
    ///
    /// - Parameters:
    ///   - arguments: What to serve, and how.
    ///   - name: What the tool is called in the folder, where a copy or a link of it is meant.
    ///   - environment: Variables that it has besides those of the tests.
    init(
        _ arguments: [String], in folder: TemporaryFolder, as name: String? = nil, environment: [String: String] = [:]
    ) async throws {
        self.folder = folder
        let level = arguments.contains("--log-level") ? [] : ["--log-level", "warning"]
        tool = try BuiltTool(
            ["serve", "--port", "0"] + level + arguments, in: folder, output: log + ".out", errors: log, as: name,
            environment: environment)
        while true {
            let said = String(decoding: try folder.read(log), as: UTF8.self)
            if let match = said.firstMatch(of: /Serving https?:\/\/[^ ]*:(\d+)/), let port = Int(match.1) {
                self.port = port
                return
            }
            try #require(tool.isRunning, "\(said)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    deinit { if tool.isRunning { tool.kill() } }

    var base: String { "http://127.0.0.1:\(port)" }

    /// Standard error so far.
    var said: String { (try? folder.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Ends it at once.
    func kill() {
        tool.kill()
        _ = tool.wait()
    }

    /// Tells it to stop.
    func beginStop() { tool.send(SIGTERM) }

    /// Tells it to stop and waits; the exit status.
    func stop() -> Int32? {
        beginStop()
        return tool.wait()
    }

    /// Bytes of memory that it has; nil where the system has no `/proc`.
    var residentBytes: Int? { status("VmRSS") }

    /// The most bytes of memory that it ever had; nil where the system has no `/proc`.
    var peakResidentBytes: Int? { status("VmHWM") }

    private func status(_ name: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(tool.identifier)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
            let kilobytes = line.firstMatch(of: /(\d+) kB/).flatMap({ Int($0.1) })
        else { return nil }
        return kilobytes << 10
    }
}
