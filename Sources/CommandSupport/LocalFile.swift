import Foundation
import Mosaic
import MosaicSystem

/// Reads and writes files that the command line names.
package enum LocalFile {
    /// Reads a whole file of at most `limit` bytes.
    ///
    /// - Throws: `MosaicError` with `notFound` if the path does not exist, is a folder or cannot be opened;
    ///   `limitExceeded`, `unavailable`.
    package static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let status = FileStatus(path: path) else {
            let failure = SystemFailure.current
            throw MosaicError(
                .notFound, name,
                failure.isAbsence ? "There is no such file." : "The file cannot be opened: \(failure).")
        }
        guard !status.isFolder else { throw MosaicError(.notFound, name, "It is a folder.") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw MosaicError(.notFound, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { try? handle.close() }
        let data: Data?
        do {
            data = try handle.read(upToCount: limit + 1)
        } catch {
            throw MosaicError(.unavailable, name, "The file cannot be read.")
        }
        guard let data else { return [] }
        guard data.count <= limit else {
            throw MosaicError(.limitExceeded, name, "The file exceeds the limit of \(limit) bytes.")
        }
        return Array(data)
    }

    /// Writes a whole file durably: first under a temporary name, so that the file is never visible incomplete.
    ///
    /// A link, a pipe or a device is written directly, because a rename would replace it.
    ///
    /// - Throws: `MosaicError` with `refused` if the path is a film or a recording; `unavailable`.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let type = attributes?[.type] as? FileAttributeType ?? .typeRegular
        let url = URL(fileURLWithPath: path)
        let (name, folder) = (url.lastPathComponent, url.deletingLastPathComponent().path)
        try checkOutput(at: path)
        guard FileStatus(path: folder) != nil || !SystemFailure.current.isAbsence else {
            throw MosaicError(
                .unavailable, name,
                "The file cannot be made: its folder does not exist; mkdir -p \(ShellWord.quoted(FolderPath.parent(of: path))) "
                    + "makes it.")
        }
        guard type == .typeRegular else { return try writeInto(path, bytes, name: name, in: folder) }
        try MosaicError.translating {
            try replace(PendingFile(bytes, name: name, in: folder), permissions: attributes?[.posixPermissions], folder)
        }
        PendingFile.discardLeftovers(in: folder, isLocked: false)
    }

    /// - Throws: `MosaicError` with `refused` if the path is a film or a recording, which no output replaces; `unavailable`
    ///   if it is a folder.
    package static func checkOutput(at path: String) throws {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard FileStatus(path: path)?.isFolder != true else {
            throw MosaicError(
                .unavailable, name, "The file cannot be opened for writing: it is a folder; name a file in it.")
        }
        let content = PathContent(at: path)
        guard content == .film || content == .audio else { return }
        throw MosaicError(
            .refused, name,
            "It is a \(content == .film ? "film" : "recording"), which would be lost; name another file.")
    }

    /// Renames a file durably to its final name, with the permissions of the replaced file.
    private static func replace(_ file: PendingFile, permissions: Any?, _ folder: String) throws {
        do {
            if let permissions {
                try FileManager.default.setAttributes(
                    [.posixPermissions: permissions], ofItemAtPath: file.temporaryPath)
            }
        } catch {
            file.discard()
            throw error
        }
        try file.flushAndCommit()
        try DiskFlush.flush(folder: folder)
    }

    /// Writes bytes to standard output.
    ///
    /// - Throws: `MosaicError` with `unavailable`.
    package static func print(_ bytes: [UInt8]) throws {
        if let failure = PendingFile.write(bytes, to: FileHandle.standardOutput.fileDescriptor) {
            throw MosaicError(.unavailable, "standard output", "The result cannot be written: \(failure).")
        }
    }

    private static func writeInto(_ path: String, _ bytes: [UInt8], name: String, in folder: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw MosaicError(
                .unavailable, name,
                "The file cannot be opened for writing: \(SystemFailure.current.making(in: folder)).")
        }
        let failure = PendingFile.write(bytes, to: descriptor)
        // Some file systems report a full disk only here.
        guard close(descriptor) == 0, failure == nil else {
            throw MosaicError(.unavailable, name, "The file cannot be written: \(failure ?? SystemFailure.current).")
        }
    }
}
