import Foundation
import HTTPSemantics
import Hummingbird
import Mosaic
import MosaicFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A screenshot that is open: what is sent of it are the bytes of one file, also where another takes its name meanwhile.
final class ScreenshotFile: Sendable {
    private static let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK

    /// What is said of it.
    let representation: Representation
    private let handle: FileHandle
    private let permit: DescriptorBudget.FilePermit

    /// Opens a file; nil where there is none, or a link that leads out of these roots.
    ///
    /// - Throws: `unavailable` where there may be one, as with too many files open.
    init?(
        path: String, type: ContentType, readers: ReadAccess, linksWithin roots: SourceRoots?,
        permit: DescriptorBudget.FilePermit
    ) throws(MosaicError) {
        self.permit = permit
        var descriptor = open(path, Self.flags)
        let code = errno
        if descriptor < 0, code == ELOOP, let roots {
            descriptor = roots.descriptor(ofLinkAt: path, flags: Self.flags) ?? -1
        }
        guard descriptor >= 0 else {
            guard [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(code) else {
                throw MosaicError(.unavailable, "screenshot", "The file cannot be opened (error \(code)).")
            }
            return nil
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = FileStatus(descriptor: descriptor), status.isRegularFile else { return nil }
        let version = [UInt64(bitPattern: status.modified), UInt64(status.bytes), status.inode]
        representation = Representation(
            count: status.bytes, type: type,
            entityTag: EntityTag(opaque: version.map { String($0, radix: 16) }.joined(separator: "-")),
            lastModified: HTTPDate(secondsSince1970: status.modified / 1_000_000_000),
            caching: ResourceKind.screenshot.caching(for: readers), readers: readers)
    }

    /// Sends part of it, read on `threads`.
    func body(_ offsets: Range<Int>, on threads: DiskThreads) -> ResponseBody {
        ChunkedBody { part in
            ByteBuffer(bytes: try await withTaskExecutorPreference(threads) { try await self.read(part) })
        }.body(offsets)
    }

    private func read(_ offsets: Range<Int>) async throws -> Data {
        try handle.seek(toOffset: UInt64(offsets.lowerBound))
        guard let data = try handle.read(upToCount: offsets.count), !data.isEmpty else {
            // What was promised cannot be sent any more, so the connection ends here.
            throw MosaicError(.unavailable, "screenshot", "The file ends before its length.")
        }
        return data
    }
}
