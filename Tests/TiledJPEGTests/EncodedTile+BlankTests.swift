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

    @Test(arguments: TiledSheetTests.kinds.indices)
    func `a blank tile equals libjpeg's mid-gray picture`(kind: Int) throws {
        let picture = TiledSheetTests.kinds[kind]
        let blank = try #require(EncodedTile(blankLike: EncodedTile(parsing: picture.encoded(seed: 1))))
        let gray = [UInt8](repeating: 128, count: picture.size.pixelCount * picture.components)
        #expect(blank.encoded() == picture.encoded(gray))
    }

    @Test func `tables of a picture's own are followed`() throws {
        let picture = SyntheticPicture(optimizedTables: true, noise: 10)
        let blank = try #require(EncodedTile(blankLike: EncodedTile(parsing: picture.encoded(seed: 1))))
        #expect(try RestartGrid(parsing: blank.encoded()).segments.count == 3)
        #expect(JPEGOracle.coefficients(of: blank.encoded())?.warnings == 0)
    }

    @Test func `codes that are made of ones are stuffed`() throws {
        var surgery = JPEGSurgery(SyntheticPicture().encoded(seed: 1))
        var at = surgery.offset(of: 0xC4)
        while surgery.bytes[at + 1] == 0xC4 {
            let end = at + 2 + Int(surgery.bytes[at + 2]) << 8 + Int(surgery.bytes[at + 3])
            let zero = try #require(surgery.bytes[at + 21..<end].firstIndex(of: 0))
            surgery.bytes.swapAt(zero, end - 1)
            at = end
        }
        let blank = try #require(EncodedTile(blankLike: EncodedTile(parsing: surgery.bytes)))
        #expect(blank.grid.bytes.dropLast(2).contains(0xFF))
        let coefficients = try #require(JPEGOracle.coefficients(of: blank.encoded()))
        #expect(coefficients.warnings == 0)
        #expect(coefficients.components.allSatisfy { $0.coefficients.allSatisfy { $0 == 0 } })
    }
}
