import CommandSupport
import Foundation
import Mosaic
import MosaicSystem

/// Writes each line at once and as a whole.
struct LineWriter {
    private let handle: FileHandle
    private let name: String

    /// Writes to standard output.
    static var standardOutput: LineWriter { LineWriter(handle: .standardOutput, name: "standard output") }

    private init(handle: FileHandle, name: String) {
        self.handle = handle
        self.name = name
    }

    /// Appends to a file. First ends a line that a killed run left unfinished.
    ///
    /// - Throws: `MosaicError` with `refused` if the path is a film; `unavailable`.
    init(appendingTo path: String) throws {
        name = URL(fileURLWithPath: path).lastPathComponent
        try LocalFile.checkOutput(at: path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            throw MosaicError(
                .unavailable, name,
                "The file cannot be opened for writing: \(SystemFailure.current.making(in: folder)).")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // A pipe or a device has no last byte to read.
        guard let end = try? handle.seekToEnd(), end > 0 else { return }
        try? handle.seek(toOffset: end - 1)
        if let last = try? handle.read(upToCount: 1)?.first, last != UInt8(ascii: "\n") {
            try write([UInt8(ascii: "\n")])
        }
    }

    /// Writes a line, which includes its line end.
    ///
    /// - Throws: `MosaicError` with `unavailable`.
    func write(_ line: [UInt8]) throws {
        if let failure = PendingFile.write(line, to: handle.fileDescriptor) {
            throw MosaicError(.unavailable, name, "The result cannot be written: \(failure).")
        }
    }
}
