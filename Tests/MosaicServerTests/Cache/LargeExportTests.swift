import Mosaic
import NIOCore
import Synchronization
import Testing

@testable import MosaicServer

struct LargeExportTests {
    private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    @Test func `bytes are made once while they are in memory, and made again where they are evicted`() async throws {
        let served = try await ServedLibrary()
        let cache = DocumentCache(library: served.library, budget: 1 << 24, inFlight: 1 << 20, readers: .anyone)
        let storyboards = try #require(try await cache.storyboards(of: served.id))
        let made = Mutex(0)
        let export = LargeExport(cache: cache, key: "film/x.bif", served: storyboards, isWhole: true) {
            made.withLock { $0 += 1 }
            return Self.content
        }
        #expect(try await export.made().bytes == Self.content)
        #expect(try await export.made().bytes == Self.content)
        #expect(made.withLock { $0 } == 1)
        var read: [UInt8] = []
        for start in stride(from: 0, to: Self.content.count, by: 60_000) {
            if start == 120_000 { #expect(cache.large.purge() > 0) }
            let chunk = try await export.chunks.read(start..<min(start + 60_000, Self.content.count))
            read += chunk.readableBytesView
        }
        #expect(read == Self.content && made.withLock { $0 } == 2)
    }

    @Test func `a file that is longer than half of the bytes in flight is refused, before it is made if that is known`()
        async throws
    {
        let served = try await ServedLibrary()
        for (inFlight, isWhole, isMade) in [(2_000, true, false), (2_000, false, true)] {
            let cache = DocumentCache(library: served.library, budget: 1 << 24, inFlight: inFlight, readers: .anyone)
            let storyboards = try #require(try await cache.storyboards(of: served.id))
            let made = Mutex(false)
            let export = LargeExport(cache: cache, key: "film/x.bif", served: storyboards, isWhole: isWhole) {
                made.withLock { $0 = true }
                return Self.content
            }
            let error = await #expect(throws: MosaicError.self) { try await export.made() }
            #expect(error?.code == .limitExceeded && made.withLock { $0 } == isMade && cache.large.bytes == 0)
        }
    }
}
