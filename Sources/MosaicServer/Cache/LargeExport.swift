import Hummingbird
import Mosaic
import MosaicLibrary

/// A file of an export whose bytes are made at once, and sent in chunks.
///
/// A slow client keeps none of the bytes in memory: where they are evicted meanwhile, they are made again, the same as
/// before, because they depend on one revision of the storyboard alone.
struct LargeExport: Sendable {
    /// A file and its hash, which is made once, because players read parts again and again.
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
    /// Whether it has all tiles of the storyboard.
    let isWhole: Bool
    /// Whether it may have tiles many times, and so be much longer than the storyboard's sheets.
    var repeatsTiles = false
    let make: @Sendable () async throws -> [UInt8]

    /// Maximum size of the header of a tile as a separate image, in bytes.
    private static let header = 800

    /// The file, from memory or made now.
    ///
    /// - Throws: `limitExceeded`, what making it throws.
    func made() async throws -> Made {
        if let made = cache.large.value(key, of: served.records) { return made }
        if isWhole { try Self.check(served, in: cache) }
        return try await cache.making(isWhole && repeatsTiles ? cache.largestExport : served.sheetBytes) {
            // Another request may have made them while this one waited.
            if let made = cache.large.value(key, of: served.records) { return made }
            let made = try await withTaskExecutorPreference(WorkExecutors.reading) { Made(try await make()) }
            try Self.check(made.bytes.count, in: cache)
            cache.large.keep(made, key, bytes: made.bytes.count, of: served.records)
            return made
        }
    }

    /// Throws `limitExceeded` where a file with all tiles may be too long.
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
