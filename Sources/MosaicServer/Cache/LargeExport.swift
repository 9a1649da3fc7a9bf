import Hummingbird
import Mosaic

/// A file of an export whose bytes are made at once, and sent in chunks.
///
/// A slow client keeps none of the bytes in memory: where they are evicted meanwhile, they are made again, the same as
/// before, because they depend on one revision of the storyboard alone.
struct LargeExport: Sendable {
    let cache: DocumentCache
    let key: String
    let served: ServedStoryboards
    /// Whether it has all tiles of the storyboard.
    let isWhole: Bool
    let make: @Sendable () async throws -> [UInt8]

    /// The header of a tile as a picture of its own, in bytes, at most.
    private static let header = 800

    /// All bytes, from memory or made now.
    ///
    /// - Throws: `limitExceeded`, what making them throws.
    func bytes() async throws -> [UInt8] {
        if let made = cache.large.value(key, of: served.records) { return made }
        let tiles = served.set.members.reduce(0) { $0 + $1.storyboard.tiles.count }
        try check(isWhole ? served.sheetBytes + Self.header * tiles : 0)
        return try await cache.making(served.sheetBytes) {
            // Another request may have made them while this one waited.
            if let made = cache.large.value(key, of: served.records) { return made }
            let bytes = try await withTaskExecutorPreference(WorkThreads.reading) { try await make() }
            try check(bytes.count)
            cache.large.keep(bytes, key, bytes: bytes.count, of: served.records)
            return bytes
        }
    }

    private func check(_ bytes: Int) throws {
        guard bytes <= cache.largestExport else {
            throw MosaicError(
                .limitExceeded, "export",
                "A file of about \(bytes >> 20) MiB exceeds the \(cache.largestExport >> 20) MiB that are made for a request: mosaic export writes it."
            )
        }
    }

    var chunks: ChunkedBody {
        ChunkedBody { offsets in
            let bytes = try await bytes()
            guard offsets.lowerBound >= 0, offsets.upperBound <= bytes.count else {
                throw MosaicError(.unavailable, "export", "The file ends before its length.")
            }
            return ByteBuffer(bytes: bytes[offsets])
        }
    }
}
