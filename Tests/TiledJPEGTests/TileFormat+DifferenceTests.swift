import CJPEGOracle
import Testing

@testable import TiledJPEG

/// Each kind of difference is refused by its name.
struct TileFormatDifferenceTests {
    static let picture = SyntheticPicture()
    static let bytes = picture.encoded(seed: 1)

    /// The error of a sheet of an ordinary tile when `other` is added.
    func refusal(of other: [UInt8], from bytes: [UInt8] = bytes) throws -> String? {
        var sheet = try TiledSheet(assembling: [EncodedTile(parsing: bytes)], columns: 2)
        let other = try EncodedTile(parsing: other)
        do {
            try sheet.append(other)
            return nil
        } catch {
            #expect(error.code == .incompatibleTile)
            return error.reason
        }
    }

    func changed(_ change: (inout JPEGSurgery) -> Void, of bytes: [UInt8] = bytes) -> [UInt8] {
        var surgery = JPEGSurgery(bytes)
        change(&surgery)
        return surgery.bytes
    }

    @Test func `tiles of one kind are compatible`() throws {
        #expect(try refusal(of: Self.picture.encoded(seed: 2)) == nil)
    }

    @Test(arguments: [0xDB, 0xC0, 0xC4] as [UInt8])
    func `the order of the header's segments does not matter`(marker: UInt8) throws {
        let moved = JPEGSurgery(Self.bytes).movingBack(marker)
        #expect(moved != Self.bytes)
        #expect(try refusal(of: moved) == nil)
    }

    @Test(arguments: [0xFE, 0xE1, 0xEF] as [UInt8])
    func `comments and application segments do not matter`(marker: UInt8) throws {
        #expect(try refusal(of: JPEGSurgery(Self.bytes).inserting([0xFF, marker, 0, 5, 1, 2, 3])) == nil)
    }

    @Test func `tables that no component uses do not matter`() throws {
        let unused = [0xFF, 0xDB, 0, 67, 3] + [UInt8](repeating: 9, count: 64)
        #expect(try refusal(of: JPEGSurgery(Self.bytes).inserting(unused)) == nil)
    }

    @Test func `the place in which a table is kept does not matter`() throws {
        let bytes = SyntheticPicture(components: 1, sampling: (1, 1)).encoded(seed: 1)
        let moved = changed(
            {
                $0.bytes[$0.offset(of: 0xDB) + 4] = 2
                $0.bytes[$0.offset(of: 0xC0) + 12] = 2
            }, of: bytes)
        #expect(try refusal(of: moved, from: bytes) == nil)
    }

    @Test func `the cell is named`() throws {
        let other = SyntheticPicture(size: PixelSize(width: 64, height: 64)).encoded(seed: 1)
        #expect(try refusal(of: other) == "Its cell is 64x64, not 64x48.")
    }

    @Test func `the coding process is named`() throws {
        let other = changed { $0.bytes[$0.offset(of: 0xC0) + 1] = 0xC1 }
        #expect(try refusal(of: other) == "Its coding process is FFC1, not FFC0.")
    }

    @Test func `the number of components is named`() throws {
        let other = SyntheticPicture(components: 1, sampling: (1, 1)).encoded(seed: 1)
        #expect(try refusal(of: other) == "Its number of components is 1, not 3.")
    }

    @Test func `a component's identifier is named`() throws {
        let other = changed {
            $0.bytes[$0.offset(of: 0xC0) + 13] = 7
            $0.bytes[$0.offset(of: 0xDA) + 7] = 7
        }
        #expect(try refusal(of: other) == "Its component identifier is 7, not 2.")
    }

    @Test func `the sampling is named`() throws {
        let other = SyntheticPicture(sampling: (2, 1)).encoded(seed: 1)
        #expect(try refusal(of: other) == "Its sampling of component 1 is 2x1, not 2x2.")
    }

    @Test func `the restart interval is named`() throws {
        let other = SyntheticPicture(restartInterval: 2).encoded(seed: 1)
        #expect(try refusal(of: other) == "Its restart interval is 2 MCUs, not 4.")
    }

    @Test func `the quantization table is named`() throws {
        let other = changed { $0.bytes[$0.offset(of: 0xDB) + 5 + 9] = 200 }
        let own = JPEGSurgery(Self.bytes)
        let value = own.bytes[own.offset(of: 0xDB) + 5 + 9]
        #expect(
            try refusal(of: other)
                == "Its quantization table of component 1 has 200 at place 9, not \(value).")
        #expect(try refusal(of: SyntheticPicture(quality: 81).encoded(seed: 1))?.contains("quantization") == true)
    }

    @Test func `the Huffman tables are named`() throws {
        // The last two symbols of the luminance DC table, and two of the AC table, change places.
        for (index, name) in [(0, "DC"), (1, "AC")] {
            let other = changed { surgery in
                var at = surgery.offset(of: 0xC4)
                for _ in 0..<index { at += 2 + Int(surgery.bytes[at + 2]) << 8 + Int(surgery.bytes[at + 3]) }
                surgery.bytes.swapAt(at + 5 + 16 + 10, at + 5 + 16 + 11)
            }
            #expect(try refusal(of: other) == "Its \(name) Huffman table of component 1 is not the same.")
        }
    }

    @Test func `the color model is named`() throws {
        let plain = SyntheticPicture(sampling: (1, 1)).encoded(seed: 1)
        let withoutJFIF = changed(
            { surgery in
                let at = surgery.offset(of: 0xE0)
                surgery.bytes.replaceSubrange(
                    at..<at + 18, with: [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
            }, of: plain)
        #expect(
            try refusal(of: withoutJFIF, from: plain) == "Its color model is RGB, not Y'CbCr.")
    }

    @Test func `the orientation is named`() throws {
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
            + [0, 6, 0, 0, 0, 0, 0, 0]
        #expect(
            try refusal(of: JPEGSurgery(Self.bytes).inserting(exif))
                == "Its orientation is rightTop, not topLeft.")
    }

    @Test func `the first tile at fault is named by its position, the filler by its name`() throws {
        let tile = try EncodedTile(parsing: Self.bytes)
        let other = try EncodedTile(parsing: SyntheticPicture(quality: 20).encoded(seed: 1))
        let error = #expect(throws: TiledJPEGError.self) {
            try TiledSheet(assembling: [tile, tile, other, other], columns: 2)
        }
        #expect(error?.subject == "tile 2")
        let filler = #expect(throws: TiledJPEGError.self) {
            try TiledSheet(assembling: [tile], columns: 2, filler: other)
        }
        #expect(filler?.subject == "filler")
        #expect(filler?.code == .incompatibleTile)
    }
}
