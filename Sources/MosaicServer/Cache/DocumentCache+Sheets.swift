import Foundation
import Hummingbird
import Mosaic
import MosaicLibrary

extension DocumentCache {
    /// Maximum size of a sheet that is read into memory as a whole to be sent, in bytes.
    static let largestSheet = 2 << 20

    /// The body of a sheet; `nil` if the sheet does not exist.
    ///
    /// A long sheet is sent in chunks, each copied or read when it is sent. So a slow client keeps no whole sheet in
    /// memory. A sheet above ``largestSheet`` is in memory as a whole only if its tiles are cut or exported.
    ///
    /// - Parameter folder: The folder of a further width; `nil` for the storyboard's own sheets.
    /// - Throws: `unavailable`, `limitExceeded`, `refused`, `CancellationError`.
    func servedSheet(
        _ name: SheetName, in folder: String? = nil, of id: StoryboardID
    ) async throws -> BufferedResponse? {
        let key = ObjectKey(id).appending(Self.path(name.rawValue, in: folder))
        guard held(key) == nil else { return try await servedFile(name, folder, of: id) }
        guard let status = try await status(of: key) else { return nil }
        guard status.bytes <= Self.largestSheet else {
            return BufferedResponse(representation(of: name, status, count: status.bytes), chunks(of: status))
        }
        // Limits concurrent reads: a sheet stays in memory until its request's task continues, and many requests may
        // wait.
        return try await loading.run(status.bytes) { try await servedFile(name, folder, of: id) }
    }

    /// The body of a sheet under another name, which may refer to a different sheet later.
    ///
    /// - Throws: `unavailable`, `limitExceeded`, `refused`, `CancellationError`.
    func servedSheet(
        _ sheet: Sheet, in folder: String?, of id: StoryboardID, caching: Caching
    ) async throws -> BufferedResponse? {
        guard let body = try await servedSheet(sheet.name, in: folder, of: id) else { return nil }
        let representation = Representation(
            count: sheet.bytes, type: sheet.name.format.contentType.rawValue,
            entityTag: body.representation.validators.entityTag, caching: caching, readers: readers)
        return body.with(representation)
    }

    private func servedFile(
        _ name: SheetName, _ folder: String?, of id: StoryboardID
    ) async throws -> BufferedResponse? {
        guard let file = try await sheet(name, in: folder, of: id) else { return nil }
        guard file.body.bytes.readableBytes > InFlightBudget.chunk else { return file.body }
        return BufferedResponse(file.body.representation, chunks(of: file.status))
    }

    /// The metadata of a sheet of `count` bytes.
    func representation(of name: SheetName, _ status: ObjectStatus, count: Int) -> Representation {
        Representation(
            count: count, type: name.format.contentType.rawValue,
            entityTag: EntityTag(opaque: String(name.rawValue.split(separator: ".")[1])),
            lastModified: HTTPDate(status.modified), caching: ResourceKind.sheet.caching(for: readers),
            readers: readers)
    }

    private func status(of key: ObjectKey) async throws -> ObjectStatus? {
        try await withTaskExecutorPreference(WorkExecutors.reading) { try await library.store.status(of: key) }
    }

    /// The chunks of a sheet. A sheet's content never changes under its name.
    private func chunks(of status: ObjectStatus) -> ChunkedBody {
        ChunkedBody { offsets in
            if let file = self.held(status.key), file.status.bytes == status.bytes {
                // A slice would keep the whole file in memory.
                var copy = ByteBuffer()
                copy.writeBytes(file.body.bytes.readableBytesView.dropFirst(offsets.lowerBound).prefix(offsets.count))
                return copy
            }
            let bytes = try await withTaskExecutorPreference(WorkExecutors.reading) {
                try await self.library.store.read(status.key, range: offsets)
            }
            guard let bytes, !bytes.isEmpty else {
                // The announced length cannot be sent any more, so the connection closes here.
                throw MosaicError(.unavailable, "\(status.key)", "The sheet ends before its length.")
            }
            return ByteBuffer(bytes: bytes)
        }
    }
}

extension EntityTag {
    /// The entity tag of bytes whose name contains no hash: half of their SHA-256.
    static func content(_ bytes: [UInt8]) -> EntityTag? {
        EntityTag(opaque: ContentHash(of: bytes).hexadecimal(bytes: 16))
    }
}

extension HTTPDate {
    /// Creates the HTTP date of a time, rounded down to seconds.
    init(_ date: Date) { self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down))) }
}
