import CatalogContract
import Synchronization
import Testing

struct MemoryCatalogTests {
    @Test(arguments: CatalogContract.all)
    func `an app's own catalog keeps what every catalog keeps`(_ rule: CatalogContract) async throws {
        let catalog = Mutex<MemoryCatalog?>(nil)
        try await rule.check { clock in
            catalog.withLock { opened in
                let catalog = opened ?? MemoryCatalog(clock: clock)
                opened = catalog
                return catalog
            }
        }
    }
}
