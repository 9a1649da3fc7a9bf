import Foundation
import MosaicFixtures

/// The tool between two pipes, as under a program that drives a batch.
final class PipedTool {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private var read: [UInt8] = []
    private var isOutputOpen = true

    /// - Parameters:
    ///   - source: Standard input; by default a pipe.
    ///   - sink: Standard output; by default a pipe.
    init(
        _ arguments: [String], in folder: TemporaryFolder, from source: FileHandle? = nil, to sink: FileHandle? = nil
    ) throws {
        process.executableURL = BuiltTool.path.map { URL(filePath: $0) }
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardInput = source ?? input
        process.standardOutput = sink ?? output
        process.standardError = errors
        try process.run()
        if sink != nil { try output.fileHandleForWriting.close() }
    }

    func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    func write(_ bytes: some Sequence<UInt8>) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    }

    /// Ends the reading of its output.
    func closeOutput() throws {
        isOutputOpen = false
        try output.fileHandleForReading.close()
    }

    /// Waits for the next line of output; nil at its end.
    func line() -> Substring? {
        while true {
            if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
                defer { read.removeFirst(end + 1) }
                return Substring(String(decoding: read[..<end], as: UTF8.self))
            }
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { return nil }
            read += part
        }
    }

    var isRunning: Bool { process.isRunning }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Closes the input and waits. Returns the unread output, standard error, and the exit status, `nil` for a
    /// signal.
    func finish() throws -> (lines: [Substring], errors: String, status: Int32?) {
        try? input.fileHandleForWriting.close()
        var lines: [Substring] = []
        if isOutputOpen { while let line = line() { lines.append(line) } }
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (lines, said, process.terminationReason == .exit ? process.terminationStatus : nil)
    }
}
