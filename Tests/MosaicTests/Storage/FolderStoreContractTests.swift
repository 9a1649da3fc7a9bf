import Foundation
import Mosaic
import MosaicFixtures
import ObjectStoreContract
import Testing

struct FolderStoreContractTests {
    @Test(arguments: ObjectStoreContract.all + ObjectStoreContract.locking)
    func `a folder fulfils the contract of stores`(_ rule: ObjectStoreContract) async throws {
        let folder = TemporaryFolder()
        let path = folder.path("library")
        try await rule.check { FolderStore(path: path) }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(paths.allSatisfy { !$0.contains(".mosaic-pending-") }, "a temporary file is left")
    }
}
