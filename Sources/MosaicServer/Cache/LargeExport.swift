import Hummingbird
import Mosaic
import MosaicLibrary
import NIOCore
import TiledJPEG

/// A file of an export that is created as a whole and sent in chunks.
///
/// A slow client keeps none of the bytes in memory. If the file is evicted before the end, it is created again with the
/// same bytes, because these depend only on one revision of the storyboard.
struct LargeExport: Sendable {
    /// A file and its entity tag, which is computed once because players read parts repeatedly.
    struct Made: Sendable {
        let bytes: [UInt8]
        let entityTag: EntityTag?

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            entityTag = .content(bytes)
        }
    }

    let cache: DocumentCache
    let key: String
    let served: ServedStoryboards
    /// Whether the file contains all tiles of the storyboard.
    let isWhole: Bool
    /// Whether the file may contain tiles several times, and so be much longer than the storyboard's sheets.
    var repeatsTiles = false
    let make: @Sendable () async throws -> [UInt8]

    /// Maximum size of the header of a tile as a separate image, in bytes.
    private static let header = 800

    /// The file, from the cache or created now.
    ///
    /// - Throws: `limitExceeded`, `CancellationError`, errors of `make`.
    func made() async throws -> Made {
        if let made = cache.large.value(key, of: served.records) { return made }
        if isWhole { try Self.check(served, in: cache) }
        return try await cache.making(isWhole && repeatsTiles ? cache.largestExport : served.sheetBytes) {
            // Another request may have created the file while this one waited.
            if let made = cache.large.value(key, of: served.records) { return made }
            let made = try await withTaskExecutorPreference(WorkExecutors.reading) { Made(try await make()) }
            try Self.check(made.bytes.count, in: cache)
            cache.large.keep(made, key, bytes: made.bytes.count, of: served.records)
            return made
        }
    }

    /// Throws `limitExceeded` if a file with all tiles may exceed ``DocumentCache/largestExport``.
    static func check(_ served: ServedStoryboards, in cache: DocumentCache) throws {
        let tiles = served.set.members.map(\.storyboard.tiles.count).max() ?? 0
        let bytes = served.set.members.map { $0.storyboard.sheets.reduce(0) { $0 + $1.bytes } }.max() ?? 0
        try check(bytes + header * tiles, in: cache)
    }

    private static func check(_ bytes: Int, in cache: DocumentCache) throws {
        guard bytes <= cache.largestExport else {
            throw MosaicError(
                .limitExceeded, "export",
                "A file of about \(bytes >> 20) MiB exceeds the \(cache.largestExport >> 20) MiB that are made for a request: mosaic export writes it."
            )
        }
    }

    var chunks: ChunkedBody {
        ChunkedBody { offsets in
            let bytes = try await made().bytes
            guard offsets.lowerBound >= 0, offsets.upperBound <= bytes.count else {
                throw MosaicError(.unavailable, "export", "The file ends before its length.")
            }
            return ByteBuffer(bytes: bytes[offsets])
        }
    }
}

/// The published storyboards of one film, and the cached files of their records.
struct ServedStoryboards: Sendable {
    let set: StoryboardSet
    /// The records. The first one belongs to the main storyboard.
    let records: [CachedFile]

    /// Size of all sheets in bytes.
    var sheetBytes: Int {
        self.set.members.reduce(0) { $0 + $1.storyboard.sheets.reduce(0) { $0 + $1.bytes } }
    }

    /// The URLs of sheets that another server serves, by their paths; empty if there are none.
    var foreignURLs: [String: String] {
        let pairs = self.set.members.filter { $0.storyboard.isElsewhere }.flatMap { member in
            let urls = member.storyboard.publishedURLs()
            return member.storyboard.sheets.map { (member.path(of: $0.name.rawValue), urls($0.name.rawValue)) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension DocumentCache {
    /// A storyboard with all of its widths that have the same times; `nil` if the storyboard does not exist.
    ///
    /// - Throws: `malformed`, `unavailable`, `limitExceeded`, `refused`.
    func storyboards(of id: StoryboardID) async throws -> ServedStoryboards? {
        guard let record = try await document(.record, of: id) else { return nil }
        let main = try snapshot(in: record).storyboard
        var (further, records): ([Storyboard], [CachedFile]) = ([], [record])
        for width in main.widths {
            // Widths are published before the storyboard itself, so a width may be newer, or already removed.
            guard let file = try await document(.record, in: String(width), of: id),
                let storyboard = try? snapshot(in: file).storyboard
            else { continue }
            // The record of a newer width also belongs to the key of cached lists, so that they are renewed.
            records.append(file)
            if storyboard.isWidth(width, of: main) { further.append(storyboard) }
        }
        return ServedStoryboards(set: StoryboardSet(main, further: further), records: records)
    }

    /// The records of a storyboard and its further widths; `nil` unless all can be used without asking the store.
    func currentRecords(of id: Substring) -> [CachedFile]? {
        guard let record = current("\(id)/\(Storyboard.recordName)"), let main = record.knownSnapshot?.storyboard
        else { return nil }
        var records = [record]
        for width in main.widths {
            guard let other = current("\(id)/\(width)/\(Storyboard.recordName)") else { return nil }
            records.append(other)
        }
        return records
    }
}

/// Reads the sheets of a storyboard through the document cache, for exports.
struct CachedSheets: SheetReader {
    let cache: DocumentCache
    let id: StoryboardID

    func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid {
        try cache.grid(in: await file(try member.sheet(number), of: member))
    }

    func bytes(ofSheet number: Int, of member: StoryboardSet.Member) async throws -> [UInt8] {
        Array(try await file(member.storyboard.sheets[number], of: member).body.bytes.readableBytesView)
    }

    private func file(_ sheet: Sheet, of member: StoryboardSet.Member) async throws -> CachedFile {
        // Marks the records as used: if sheets evicted a record, all values derived from it would be lost.
        for folder in Set([member.folder, nil]) {
            _ = cache.held(ObjectKey(id).appending(DocumentCache.path(Storyboard.recordName, in: folder)))
        }
        guard let file = try await cache.sheet(sheet.name, in: member.folder, of: id) else {
            cache.invalidate(id)
            throw MosaicError(.unavailable, sheet.name.rawValue, "The sheet is not there.")
        }
        return file
    }
}
