import Testing

@testable import TiledJPEG

/// Every edit ends in the bytes of a fresh assembly.
struct TiledSheetEditingTests {
    let tiles: [EncodedTile]
    let filler: EncodedTile

    init() throws {
        let picture = SyntheticPicture(size: PixelSize(width: 60, height: 45))
        tiles = try (0..<12).map { try EncodedTile(parsing: picture.encoded(seed: $0)) }
        filler = try EncodedTile(parsing: picture.encoded(seed: 1000))
    }

    func sheet(_ order: [Int], columns: Int = 3) throws -> TiledSheet {
        try TiledSheet(assembling: order.map { tiles[$0] }, columns: columns, filler: filler)
    }

    func expect(_ sheet: TiledSheet, _ order: [Int], columns: Int = 3) throws {
        #expect(sheet.tiles.count == order.count)
        #expect(try sheet.encoded() == self.sheet(order, columns: columns).encoded())
    }

    @Test func `appending tile by tile equals assembling them all`() throws {
        var grown = try sheet([0])
        for count in 2...12 {
            try grown.append(tiles[count - 1])
            try expect(grown, Array(0..<count))
        }
    }

    @Test(arguments: 0...7)
    func `inserting equals assembling in the new order`(position: Int) throws {
        var edited = try sheet(Array(0..<7))
        try edited.insert(tiles[9], at: position)
        var order = Array(0..<7)
        order.insert(9, at: position)
        // The header stays the sheet's, so the fresh one has to begin with any tile of the same header.
        try expect(edited, order)
    }

    @Test(arguments: 0..<7)
    func `replacing and removing tiles equals assembling the remaining tiles`(position: Int) throws {
        var order = Array(0..<7)
        var edited = try sheet(order)
        try edited.replace(at: position, with: tiles[8])
        order[position] = 8
        try expect(edited, order)
        try edited.remove(at: position)
        order.remove(at: position)
        try expect(edited, order)
    }

    @Test(arguments: 1...8)
    func `changing the columns equals assembling with them`(columns: Int) throws {
        var edited = try sheet(Array(0..<7))
        try edited.regrid(columns: columns)
        try expect(edited, Array(0..<7), columns: columns)
        #expect(edited.rows == (7 + columns - 1) / columns)
    }

    @Test(arguments: [[0, 3, 6], [6, 0], [5], [2, 2, 2, 2], [0, 1, 2, 3, 4, 5, 6]])
    func `keeping some tiles equals assembling those`(positions: [Int]) throws {
        var edited = try sheet(Array(0..<7))
        try edited.keep(positions)
        try expect(edited, positions)
    }

    @Test func `edits of a parsed sheet equal edits of an assembled one`() throws {
        let bytes = try sheet(Array(0..<7)).encoded()
        var parsed = try TiledSheet(
            parsing: bytes, cellSize: PixelSize(width: 64, height: 48), tileSize: PixelSize(width: 60, height: 45),
            count: 7)
        try expect(parsed, Array(0..<7))
        try parsed.remove(at: 2)
        try parsed.append(tiles[11])
        try parsed.append(tiles[10])
        try parsed.replace(at: 0, with: tiles[9])
        try parsed.regrid(columns: 5)
        try expect(parsed, [9, 1, 3, 4, 5, 6, 11, 10], columns: 5)
    }

    @Test func `a position that does not exist is refused and changes nothing`() throws {
        let before = try sheet([0, 1]).encoded()
        var edited = try sheet([0, 1])
        let edits: [(inout TiledSheet) throws -> Void] = [
            { try $0.insert(tiles[2], at: 3) }, { try $0.insert(tiles[2], at: -1) },
            { try $0.replace(at: 2, with: tiles[2]) }, { try $0.replace(at: .max, with: tiles[2]) },
            { try $0.remove(at: 2) }, { try $0.remove(at: .min) }, { try $0.keep([0, 2]) }, { try $0.keep([]) },
            { try $0.regrid(columns: 0) }, { try $0.regrid(columns: .min) }, { _ = try $0.rect(at: 2) },
        ]
        for edit in edits {
            let error = #expect(throws: TiledJPEGError.self) { try edit(&edited) }
            #expect(error?.code == .outOfRange)
            #expect(edited.encoded() == before)
        }
    }

    @Test func `the last tile cannot be removed`() throws {
        var edited = try sheet([4])
        let error = #expect(throws: TiledJPEGError.self) { try edited.remove(at: 0) }
        #expect(error?.code == .outOfRange)
        try expect(edited, [4])
    }

    @Test func `a tile that does not fit changes nothing`() throws {
        let before = try sheet([0, 1]).encoded()
        var edited = try sheet([0, 1])
        let other = try EncodedTile(
            parsing: SyntheticPicture(size: PixelSize(width: 60, height: 45), quality: 81).encoded(seed: 1))
        for edit in [
            { try $0.append(other) }, { try $0.insert(other, at: 0) }, { try $0.replace(at: 0, with: other) },
        ] as [(inout TiledSheet) throws -> Void] {
            let error = #expect(throws: TiledJPEGError.self) { try edit(&edited) }
            #expect(error?.code == .incompatibleTile)
            #expect(error?.subject == "new tile")
            #expect(edited.encoded() == before)
        }
    }

    @Test func `a tile's rectangle is where its pixels are`() throws {
        let edited = try sheet(Array(0..<7))
        #expect(try edited.rect(at: 0) == PixelRect(x: 0, y: 0, width: 60, height: 45))
        #expect(try edited.rect(at: 5) == PixelRect(x: 128, y: 48, width: 60, height: 45))
        let grid = try RestartGrid(parsing: edited.encoded())
        for position in 0..<7 {
            #expect(try grid.extract(edited.rect(at: position)) == tiles[position].encoded())
        }
    }
}
