import MosaicFixtures
import ObjectStoreContract
import Testing

/// The store of other tests is one that every caller can rely on.
struct MemoryStoreContractTests {
    @Test(arguments: ObjectStoreContract.all)
    func `a store in memory fulfils the contract of stores`(_ rule: ObjectStoreContract) async throws {
        let store = MemoryStore()
        try await rule.check { store }
    }
}
