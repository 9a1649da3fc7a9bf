import ScrubFixtures
import Testing
import TiledJPEG

// The code between `snippet` and `end` is that of the landing page of TiledJPEG.

private func secondTile(from jpeg: [UInt8]) throws -> [UInt8] {
    // snippet
    let tile = try EncodedTile(parsing: jpeg)
    var sheet = try TiledSheet(assembling: [tile, tile], columns: 2)
    try sheet.append(tile)
    let bytes = sheet.encoded()
    let second = try RestartGrid(parsing: bytes).extract(sheet.rect(at: 1))
    // end
    return second
}

struct TiledJPEGSnippets {
    @Test func `a tile that is cut from a sheet is the tile that went in`() throws {
        let jpeg = DrawnSheet.picture(seed: 3)
        #expect(try secondTile(from: jpeg) == jpeg)
    }
}
