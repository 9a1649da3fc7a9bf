import Testing

@testable import MosaicServer

struct ResourceKindTests {
    @Test(
        arguments: [
            (.document, .revalidated, .unstored, true), (.sheet, .immutable, .immutable, true),
            (.tile, .immutable, .immutable, true), (.tileAtTime, .revalidated, .revalidated, true),
            (.lookup, .revalidated, .unstored, true), (.screenshot, .revalidated, .revalidated, false),
            (.report, .unstored, .unstored, false),
        ] as [(ResourceKind, Caching, Caching, Bool)])
    func `the table of kinds`(kind: ResourceKind, anyone: Caching, tokenHolders: Caching, takesToken: Bool) {
        #expect(kind.caching(for: .anyone) == anyone)
        #expect(kind.caching(for: .tokenHolders) == tokenHolders)
        #expect(kind.takesTokenInQuery == takesToken)
    }
}
