import Foundation
@testable import Raster
import Testing
import TiledJPEG

/// The block that the page of ScaledJPEG decodes bit by bit.
struct WorkedExampleTests {
    /// Annex K's quantizers and Huffman tables, and the block: 100 101, 01 10, 00 0, 00 1, 1010 and four ones.
    private static let file: [UInt8] = {
        let picture = SeededJPEG(width: 8, height: 8, components: 1, sampling: [(1, 1)], quality: 50).encoded()
        return picture[..<JPEGSurgery(picture).entropyStart] + [0x95, 0x81, 0xAF, 0xFF, 0xD9]
    }()

    private static func page() throws -> String {
        try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Sources/Raster/Raster.docc/ScaledJPEG.md"), encoding: .utf8)
    }

    @Test func `two look-ups take the five symbols of the block`() throws {
        let header = try JPEGHeader(parsing: Self.file)
        let places = CoefficientPlaces(.quarter)
        let tables = LookupTables(
            dc: try #require(header.dcTables[0]), ac: try #require(header.acTables[0]), places, isThorough: true)
        func entry(table: Int, _ bits: String) throws -> LookupEntry {
            #expect(try Self.page().contains("`\(bits)`"))
            let peek = try #require(Int(bits, radix: 2))
            let offset = table * PeekWidth.tableBytes + peek * 4
            return LookupEntry(word: tables.start.load(fromByteOffset: offset, as: UInt32.self))
        }
        let first = try entry(table: 0, "10010101100")
        #expect(first.consumed == 10 && first.advance == 2)
        #expect(SmallSlots.nextTable(first) == UInt32(2 * PeekWidth.tableBytes))
        #expect(first.bits & 0xFFFF_0000 == SmallSlots.values(5, 2, offset: 8))
        let second = try entry(table: 2, "00000110101")
        #expect(second.consumed == 10 && second.advance == 2)
        // The end of the block.
        #expect(SmallSlots.nextTable(second) == 0)
        #expect(second.bits & 0xFFFF_0000 == SmallSlots.values(-1, 0, offset: 16))
        #expect(!places.isNeeded(3))
    }

    @Test func `the block becomes the four samples of the page`() throws {
        let header = try JPEGHeader(parsing: Self.file)
        let quantizers = try #require(header.quantizers[0]).values
        #expect([0, 1, 2].map { quantizers[$0] } == [16, 11, 12])
        let picture = try ScaledJPEGDecoder().decode([Self.file], at: .quarter)[0].get()
        let plane = picture.planes[0]
        let samples = [0, 1, plane.stride, plane.stride + 1].map { plane.samples[$0] }
        #expect(samples == [139, 134, 142, 137])
        let page = try Self.page()
        for sample in samples { #expect(page.contains(">> 3 = \(sample)")) }
    }
}
