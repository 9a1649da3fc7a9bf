import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct UnlinkedFileTests {
    @Test func `reads written bytes, and the folder stays empty`() throws {
        let folder = TemporaryFolder()
        let file = try #require(UnlinkedFile(in: folder.path))
        #expect(file.write([1, 2, 3], at: 0) && file.write([4, 5], at: 3))
        #expect(file.read(1..<5) == [2, 3, 4, 5] && file.read(2..<2) == [])
        #expect(file.read(3..<6) == nil, "there are fewer bytes")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a folder that cannot be written has none`() {
        #expect(UnlinkedFile(in: "/nowhere") == nil)
    }
}
