import Foundation
import TestSupport

/// A program of the system, run in a folder that is deleted afterwards.
struct SystemTool {
    let url: URL

    /// Nil where it is not on the search path.
    init?(_ name: String) {
        let found = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else { return nil }
        url = found
    }

    struct Outcome {
        let status: Int32?
        let output: [UInt8]
        /// The text on standard error.
        let errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [Substring] { text.split(whereSeparator: \.isNewline) }
    }

    /// Runs it with `files` in its working folder.
    func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "formats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        let run = try FinishedProgram(url.path, arguments, in: folder.path)
        return Outcome(status: run.status, output: run.output, errors: run.errors)
    }
}
