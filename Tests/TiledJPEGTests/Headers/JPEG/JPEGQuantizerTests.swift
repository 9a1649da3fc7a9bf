import Testing
import TiledJPEG

struct JPEGQuantizerTests {
    private func quantizers(_ segments: [UInt8]) throws -> [JPEGQuantizer?] {
        let jpeg = DrawnJPEG(metadata: segments)
        return try JPEGHeader(
            parsing: DrawnJPEG.startOfImage + segments + jpeg.frame + DrawnJPEG.huffmanTables + jpeg.scan
        ).quantizers
    }

    @Test func `a table's values come in file order`() throws {
        let tables = try quantizers(DrawnJPEG.segment(0xDB, [2] + Array(0..<64)))
        #expect(tables.map { $0 != nil } == [false, false, true, false])
        #expect(tables[2]?.values == (0..<64).map { UInt16($0) })
        #expect(tables[2]?.precision == 8)
    }

    @Test func `16-bit values are big-endian`() throws {
        let tables = try quantizers(DrawnJPEG.quantizers(precision: 1))
        #expect(tables[0]?.values == Array(repeating: 0x0102, count: 64))
        #expect(tables[1]?.precision == 16)
    }

    @Test func `a later definition replaces an earlier one`() throws {
        let first = DrawnJPEG.segment(0xDB, [0] + Array(repeating: 7, count: 64))
        let second = DrawnJPEG.segment(0xDB, [0] + Array(repeating: 9, count: 64))
        #expect(try quantizers(first + second)[0]?.values.first == 9)
    }

    @Test func `a table cut short, of number 4 or of another precision is malformed`() {
        for payload in [
            [0] + Array(repeating: 1, count: 63), [0x10] + Array(repeating: 1, count: 127),
            [4] + Array(repeating: 1, count: 64), [0x20] + Array(repeating: 1, count: 192),
            [0] + Array(repeating: 1, count: 65),
        ] as [[UInt8]] {
            #expect(failureCode { try quantizers(DrawnJPEG.segment(0xDB, payload)) } == .malformed)
        }
    }
}
