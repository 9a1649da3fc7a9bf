import Foundation
import Testing

/// A program that runs beside the test, its outputs led into files so that no pipe can fill up.
final class ChildProcess {
    /// Exit and output of a finished run.
    struct Outcome {
        /// `exit 0`, or `signal 9` where a signal ended it.
        let end: String
        let output: Data
        let errors: Data

        var isSuccess: Bool { end == "exit 0" }
        var text: String { String(decoding: output, as: UTF8.self) }
        var said: String { String(decoding: errors, as: UTF8.self) }
    }

    private let process = Process()
    private let feed: Pipe?
    private let hasEnded = DispatchSemaphore(value: 0)
    private let outputFile: URL
    private let errorsFile: URL

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - folder: Its working directory.
    ///   - logs: The folder for its outputs.
    ///   - environment: Variables in addition to those of the tests.
    ///   - input: Standard input; by default empty.
    ///   - isFed: Whether standard input is a pipe for ``feed(_:)``, without an end.
    init(
        _ program: URL, _ arguments: [String], in folder: String, logs: String, environment: [String: String] = [:],
        input: String? = nil, isFed: Bool = false
    ) throws {
        let name = logs + "/" + UUID().uuidString
        (outputFile, errorsFile) = (URL(filePath: name + ".out"), URL(filePath: name + ".err"))
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = Self.environment.merging(environment) { $1 }
        process.standardOutput = try Self.file(outputFile)
        process.standardError = try Self.file(errorsFile)
        process.standardInput = FileHandle.nullDevice
        if let input {
            let file = URL(filePath: name + ".in")
            try Data(input.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        }
        feed = isFed ? Pipe() : nil
        if let feed { process.standardInput = feed }
        process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        send(SIGKILL)
        waitForEnd()
    }

    /// Runs a program to its end.
    static func run(
        _ program: URL, _ arguments: [String], in folder: String, logs: String, environment: [String: String] = [:],
        input: String? = nil
    ) throws -> Outcome {
        try ChildProcess(
            program, arguments, in: folder, logs: logs, environment: environment, input: input
        ).outcome()
    }

    /// Waits for its end.
    func outcome() throws -> Outcome {
        waitForEnd()
        let kind = process.terminationReason == .exit ? "exit" : "signal"
        return Outcome(
            end: "\(kind) \(process.terminationStatus)", output: try Data(contentsOf: outputFile),
            errors: try Data(contentsOf: errorsFile))
    }

    /// Foundation's own way to wait looks only every 50 milliseconds while another program runs; when the end has come it
    /// returns at once, and without it descriptors would be left open.
    private func waitForEnd() {
        hasEnded.wait()
        hasEnded.signal()
        process.waitUntilExit()
    }

    func feed(_ text: String) throws { try feed?.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    var isRunning: Bool { process.isRunning }

    /// Standard output so far.
    func output() throws -> String { String(decoding: try Data(contentsOf: outputFile), as: UTF8.self) }
    func errors() throws -> String { String(decoding: try Data(contentsOf: errorsFile), as: UTF8.self) }

    /// The environment of the tests without settings and libraries of the tools, with a fixed language, time zone and width.
    private static let environment = ProcessInfo.processInfo.environment
        .filter { !$0.key.hasPrefix("MOSAIC_") }
        .merging([
            "LC_ALL": "C", "TZ": "UTC", "COLUMNS": "80", "SWIFT_BACKTRACE": "enable=no",
            "STATE_DIRECTORY": "", "XDG_STATE_HOME": "/dev/null/state",
        ]) { $1 }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}
