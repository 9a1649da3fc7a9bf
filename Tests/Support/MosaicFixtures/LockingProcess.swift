import Foundation

/// Another process that holds the lock of a folder.
package final class LockingProcess {
    private static let program = "/usr/bin/flock"
    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private let process = Process()
    private let input = Pipe()

    /// Returns when the lock is held.
    package init(folder: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["--no-fork", "--exclusive", folder, "sh", "-c", "echo held; exec cat"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    package func end(killing: Bool) {
        if killing { kill(process.processIdentifier, SIGKILL) }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
