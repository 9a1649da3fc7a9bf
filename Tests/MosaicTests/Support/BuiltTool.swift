import Foundation

/// The command line tool as it was built beside this test bundle.
struct BuiltTool {
    static let path: String? = {
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let tool = bundle.deletingLastPathComponent().appending(path: "mosaic").path
        return FileManager.default.isExecutableFile(atPath: tool) ? tool : nil
    }()

    private let process = Process()

    init(_ arguments: [String]) throws {
        process.executableURL = Self.path.map { URL(filePath: $0) }
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

    /// The exit status; nil where a signal ended it.
    func wait() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }
}
