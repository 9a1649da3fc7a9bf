import Testing

@testable import MosaicServer

struct CachingTests {
    @Test(
        arguments: [
            (.immutable, .anyone, "public, max-age=31536000, immutable"),
            (.immutable, .tokenHolders, "private, max-age=31536000, immutable"),
            (.revalidated, .anyone, "no-cache"), (.revalidated, .tokenHolders, "private, no-cache"),
            (.unstored, .anyone, "no-store"), (.unstored, .tokenHolders, "private, no-store"),
        ] as [(Caching, ReadAccess, String)])
    func `Cache-Control follows the caching and the readers`(caching: Caching, readers: ReadAccess, value: String) {
        #expect(caching.fieldValue(for: readers) == value)
    }

    @Test func `a response that needs a token is private`() {
        for caching in Caching.allCases { #expect(caching.fieldValue(for: .tokenHolders).hasPrefix("private, ")) }
    }
}
