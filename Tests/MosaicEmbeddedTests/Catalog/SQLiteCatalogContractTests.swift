import CatalogContract
import MosaicEmbedded
import MosaicFixtures
import Testing

struct SQLiteCatalogContractTests {
    @Test(arguments: CatalogContract.all)
    func `SQLite fulfils the contract of catalogs`(_ rule: CatalogContract) async throws {
        let folder = TemporaryFolder()
        try await rule.check { try SQLiteCatalog(path: folder.path("catalog.sqlite"), clock: $0) }
    }
}
