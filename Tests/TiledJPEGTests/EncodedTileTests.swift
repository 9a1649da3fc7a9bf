import Testing

@testable import TiledJPEG

struct EncodedTileTests {
    @Test(arguments: TiledSheetTests.kinds.indices)
    func `a tile gives back the file that it was parsed from`(kind: Int) throws {
        let picture = TiledSheetTests.kinds[kind]
        let bytes = picture.encoded(seed: 9)
        let tile = try EncodedTile(parsing: bytes)
        #expect(tile.size == picture.size)
        #expect(tile.cellSize == picture.size.roundedUp(toMultipleOf: picture.mcuSize))
        #expect(tile.encoded() == bytes)
    }

    @Test func `tiles with different cells are incompatible regardless of their visible size`() throws {
        let tile = try EncodedTile(parsing: SyntheticPicture().encoded(seed: 1))
        let wider = SyntheticPicture(size: PixelSize(width: 65, height: 48), restartInterval: 1)
        let shown = SyntheticPicture(size: PixelSize(width: 63, height: 33))
        #expect(
            try EncodedTile(parsing: wider.encoded(seed: 1)).firstDifference(from: tile)
                == "cell is 80x48, not 64x48")
        #expect(try EncodedTile(parsing: shown.encoded(seed: 1)).firstDifference(from: tile) == nil)
    }
}
