import CatalogContract
import Testing

struct MemoryCatalogTests {
    @Test(arguments: CatalogContract.all)
    func `an app's own catalog keeps what every catalog keeps`(_ rule: CatalogContract) async throws {
        let catalog = MemoryCatalog()
        try await rule.check { catalog }
    }
}
