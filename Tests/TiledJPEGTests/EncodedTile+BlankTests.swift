import ImageHeaders
import Testing

@testable import TiledJPEG

struct EncodedTileBlankTests {
    @Test(arguments: TiledSheetTests.kinds.indices)
    func `every coefficient of a blank tile is zero`(kind: Int) throws {
        let picture = TiledSheetTests.kinds[kind]
        let tile = try EncodedTile(parsing: picture.encoded(seed: 1))
        let blank = try #require(EncodedTile(blankLike: tile))
        #expect(blank.firstDifference(from: tile) == nil)
        let coefficients = try #require(JPEGOracle.coefficients(of: blank.encoded()))
        #expect(coefficients.warnings == 0)
        #expect((coefficients.width, coefficients.height) == (picture.size.width, picture.size.height))
        #expect(coefficients.components.count == picture.components)
        #expect(coefficients.components.allSatisfy { $0.coefficients.allSatisfy { $0 == 0 } })
    }

    @Test func `tables of a picture's own are followed`() throws {
        let picture = SyntheticPicture(optimizedTables: true, noise: 10)
        let blank = try #require(EncodedTile(blankLike: EncodedTile(parsing: picture.encoded(seed: 1))))
        #expect(try RestartGrid(parsing: blank.encoded()).segments.count == 3)
        #expect(JPEGOracle.coefficients(of: blank.encoded())?.warnings == 0)
    }
}
