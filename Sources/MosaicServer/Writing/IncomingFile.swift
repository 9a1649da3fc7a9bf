import Foundation
import Mosaic
import MosaicFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that is being uploaded: it has a name that nobody looks at, and is gone unless it is moved to its place.
final class IncomingFile: Sendable {
    private static let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC

    private let path: String
    private let handle: FileHandle
    private let permit: DescriptorBudget.FilePermit

    /// Makes a file of its own in a folder.
    ///
    /// - Throws: `unavailable`.
    init(in folder: String, _ permit: DescriptorBudget.FilePermit) throws {
        self.permit = permit
        path = folder + "/" + TemporaryName.unique().rawValue
        let descriptor = open(path, Self.flags, 0o644)
        guard descriptor >= 0 else { throw Self.failure }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { unlink(path) }

    /// Writes behind what was written before.
    ///
    /// - Throws: `unavailable`.
    func write(_ bytes: some Sequence<UInt8>) throws {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw Self.failure
        }
    }

    /// Waits until everything is on the disk.
    ///
    /// - Throws: `unavailable`.
    func finish() throws {
        guard DiskFlush.flush(descriptor: handle.fileDescriptor) == nil else { throw Self.failure }
    }

    /// Gives it its name; the system's error where it cannot, and 0 where it did.
    func move(to place: String) -> Int32 { rename(path, place) == 0 ? 0 : errno }

    private static var failure: MosaicError {
        MosaicError(.unavailable, "upload", "What comes in cannot be written.")
    }
}
