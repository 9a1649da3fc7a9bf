import Hummingbird
import Mosaic
import Testing

@testable import MosaicServer

struct DerivedCacheTests {
    private func body(_ text: String) -> BufferedResponse {
        BufferedResponse(Array(text.utf8), type: .json, entityTag: nil, caching: .revalidated)
    }

    /// The same file, read twice.
    private func files() async throws -> (CachedFile, CachedFile) {
        let served = try await ServedLibrary()
        let cache = DocumentCache(library: served.library, budget: 1 << 20, readers: .anyone)
        let first = try #require(try await cache.document(.record, of: served.id))
        cache.invalidate(served.id)
        return (first, try #require(try await cache.document(.record, of: served.id)))
    }

    @Test func `a body is found for the files that it was made of, and no others`() async throws {
        let (file, other) = try await files()
        let made = DerivedCache(budget: 1 << 20)
        made.keep(body("one"), "film/tile/1/hold", of: file)
        #expect(made.body("film/tile/1/hold", of: file)?.bytes == ByteBuffer(string: "one"))
        #expect(made.body("film/tile/1/hold", of: other) == nil)
        #expect(made.body("film/tile/1/hold", of: file, other) == nil)
        #expect(made.body("film/tile/2/hold", of: file) == nil)
    }

    @Test func `invalidating and purging remove entries`() async throws {
        let (file, _) = try await files()
        let made = DerivedCache(budget: 1 << 20)
        for name in ["film/1", "film/2", "films/1"] { made.keep(body(name), name, of: file) }
        made.invalidate(prefix: "film/")
        #expect(made.body("film/1", of: file) == nil && made.body("films/1", of: file) != nil)
        let held = made.bytes
        #expect(held > 7 && made.purge() == held && made.bytes == 0)
        #expect(made.body("films/1", of: file) == nil)
    }

    @Test func `a body holds nothing of the files that it was made of`() async throws {
        let made = DerivedCache(budget: 1 << 20)
        weak var held: CachedFile?
        do {
            let (file, _) = try await files()
            held = file
            made.keep(body("one"), "film/1", of: file)
            #expect(made.body("film/1", of: file) != nil)
        }
        #expect(held == nil)
    }

    @Test func `no more is held than the budget allows`() async throws {
        let (file, _) = try await files()
        let made = DerivedCache(budget: 8_000)
        for number in 0..<1_000 { made.keep(body("\(number)"), "film/\(number)", of: file) }
        #expect((1...8_000).contains(made.bytes) && made.body("film/999", of: file) != nil)
    }
}
