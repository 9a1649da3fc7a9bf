import Foundation
import MosaicFixtures

/// A terminal for the tool to write to.
enum Terminal {
    private static let program = "/usr/bin/script"

    #if os(Linux)
        // A container may have the program and nowhere to make terminals.
        static let isAvailable =
            FileManager.default.isExecutableFile(atPath: program)
            && FileManager.default.fileExists(atPath: "/dev/pts/ptmx")
    #else
        // Other systems' `script` takes other arguments.
        static let isAvailable = false
    #endif

    /// Everything shown on the terminal, typed text included.
    static func run(_ arguments: [String], in folder: TemporaryFolder, typing text: String = "") throws -> String {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        let command = ([BuiltTool.path ?? ""] + arguments).map { "'\($0)'" }.joined(separator: " ")
        process.arguments = ["--quiet", "--return", "--command", command, "/dev/null"]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
