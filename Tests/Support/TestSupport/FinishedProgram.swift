import Foundation

/// A program that ran to its end.
package struct FinishedProgram: Sendable {
    /// Exit status; `nil` if a signal ended the program.
    package let status: Int32?
    package let output: [UInt8]
    /// Standard error.
    package let errors: String
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program with standard input from a file, and with outputs in files, which never fill up as a pipe does.
    ///
    /// - Parameters:
    ///   - program: Path of the executable.
    ///   - folder: Working directory; by default the directory of the tests.
    ///   - environment: Variables in addition to the variables of the tests.
    ///   - input: Standard input.
    ///   - joinsErrors: Whether standard error is part of ``output``.
    package init(
        _ program: String, _ arguments: [String] = [], in folder: String? = nil, environment: [String: String] = [:],
        input: [UInt8] = [], joinsErrors: Bool = false
    ) throws {
        let files = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        let names = ["input", "output", "errors"].map { files.appending(path: $0) }
        for name in names { try Data(name == names[0] ? input : []).write(to: name) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = try FileHandle(forWritingTo: names[1])
        process.standardInput = try FileHandle(forReadingFrom: names[0])
        process.standardOutput = output
        process.standardError = joinsErrors ? output : try FileHandle(forWritingTo: names[2])
        try process.run()
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : nil
        self.output = Array(try Data(contentsOf: names[1]))
        errors = String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
    }
}
