import CatalogContract
import Synchronization
import Testing
import Tiers

struct MemoryCatalogTests {
    @Test(arguments: Tier.sample(CatalogContract.all, 10))
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
