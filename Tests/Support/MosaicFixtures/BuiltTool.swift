import Foundation

/// The command line tool as it was built beside this test bundle.
package struct BuiltTool {
    /// Exit and output of a finished run.
    package struct Outcome {
        /// The exit status; nil where a signal ended it.
        package let status: Int32?
        package let output: String
        package let errors: String
        /// The same as `output`, where it need not be text.
        package let bytes: [UInt8]
    }

    /// The tool beside the test bundle; `nil` without a build of the whole package, and then its tests are skipped.
    package static let path: String? = {
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let tool = bundle.deletingLastPathComponent().appending(path: "mosaic").path
        return FileManager.default.isExecutableFile(atPath: tool) ? tool : nil
    }()

    private let process = Process()

    /// Starts the tool, and discards its output.
    package init(_ arguments: [String]) throws {
        prepare(arguments)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Starts the tool in `folder`; its outputs go into files there.
    ///
    /// - Parameters:
    ///   - name: File name of a copy of it or a link to it in the folder.
    ///   - environment: Variables in addition to those of the tests.
    package init(
        _ arguments: [String], in folder: TemporaryFolder, output: String, errors: String, as name: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        self.init(arguments, folder)
        process.environment = Self.environment.merging(environment) { $1 }
        if let name { process.executableURL = URL(filePath: folder.path(name)) }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: output)))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: errors)))
        try process.run()
    }

    /// Runs the tool in `folder` until it ends, with both outputs as pipes.
    ///
    /// - Parameters:
    ///   - name: File name of a copy of it or a link to it in the folder.
    ///   - environment: Variables in addition to those of the tests.
    package static func run(
        _ arguments: [String], in folder: TemporaryFolder, as name: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        let tool = BuiltTool(arguments, folder)
        tool.process.environment = Self.environment.merging(environment) { $1 }
        if let name { tool.process.executableURL = URL(filePath: folder.path(name)) }
        return try tool.outcome()
    }

    /// The environment of the tests. The state folder cannot be made, so that no test sees the library of the user.
    private static let environment = ProcessInfo.processInfo.environment
        .merging(["MOSAIC_LIBRARY": "", "STATE_DIRECTORY": "", "XDG_STATE_HOME": "/dev/null/state"]) { $1 }

    private init(_ arguments: [String], _ folder: TemporaryFolder) {
        prepare(arguments)
        process.currentDirectoryURL = URL(filePath: folder.path)
    }

    private func prepare(_ arguments: [String]) {
        process.environment = Self.environment
        process.executableURL = Self.path.map { URL(filePath: $0) }
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
    }

    private func outcome() throws -> Outcome {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What goes to standard error is a few lines, which a pipe holds until they are read.
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        let said = Array(errors.fileHandleForReading.readDataToEndOfFile())
        return Outcome(
            status: wait(), output: String(decoding: bytes, as: UTF8.self),
            errors: String(decoding: said, as: UTF8.self),
            bytes: bytes)
    }

    package func kill() { send(SIGKILL) }

    package func send(_ signal: Int32) { _ = Foundation.kill(process.processIdentifier, signal) }

    package var isRunning: Bool { process.isRunning }

    /// The process's number.
    package var identifier: Int32 { process.processIdentifier }

    /// The exit status; nil where a signal ended it.
    package func wait() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }
}
