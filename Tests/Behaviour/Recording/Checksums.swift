import Foundation
import Testing

/// SHA-256 as the system's own program computes it.
enum Checksums {
    /// Checksums in hexadecimal of files below a folder, in the order given.
    static func values(of files: [String], in folder: String) throws -> [String] {
        guard !files.isEmpty else { return [] }
        let program = try InstalledProgram.url("sha256sum", "shasum")
        let options = program.lastPathComponent == "shasum" ? ["-a", "256"] : []
        let logs = FileManager.default.temporaryDirectory.appending(path: "mosaic-sums-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: logs) }
        // Names may begin with a dash.
        let run = try ChildProcess.run(program, options + ["--"] + files, in: folder, logs: logs.path)
        let lines = run.text.split(separator: "\n").map(String.init)
        try #require(run.isSuccess && lines.count == files.count, "\(run.said)")
        return lines.map { String($0.prefix(64)) }
    }
}
