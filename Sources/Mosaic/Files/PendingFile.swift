import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is written under a temporary name and then renamed, so that nobody ever sees half of it.
struct PendingFile: Sendable {
    /// Temporary names begin with this; what is left of a killed run is found by it.
    static let prefix = ".mosaic-pending-"

    private let folder: String
    private let name: String
    private let temporaryPath: String

    /// Writes the bytes under a temporary name and waits until they are on the disk.
    ///
    /// - Throws: `unavailable`; nothing is left behind then.
    init(_ bytes: [UInt8], name: String, in folder: String) throws {
        self.folder = folder
        self.name = name
        temporaryPath = folder + "/" + Self.prefix + name
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw MosaicError(.unavailable, name, "The file cannot be made: \(SystemFailure.current).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            defer { try? handle.close() }
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
        } catch {
            discard()
            throw MosaicError(.unavailable, name, "The file cannot be written: \(Self.sentence(for: error)).")
        }
    }

    /// Gives the file its name; a file of that name is replaced at once.
    ///
    /// - Throws: `unavailable`.
    func commit() throws {
        guard rename(temporaryPath, folder + "/" + name) == 0 else {
            throw MosaicError(.unavailable, name, "The file cannot be renamed: \(SystemFailure.current).")
        }
    }

    /// Removes the temporary file.
    func discard() { unlink(temporaryPath) }

    /// Removes what a killed run left in `folder`; call it under the folder's lock.
    static func discardLeftovers(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) { unlink(folder + "/" + name) }
    }

    private static func sentence(for error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        if underlying.domain == NSPOSIXErrorDomain { return SystemFailure(code: Int32(underlying.code)).description }
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
        return isFull ? SystemFailure(code: ENOSPC).description : "the system refused"
    }
}
