import Testing
import TiledJPEG

struct JPEGHuffmanTableTests {
    private func header(_ payload: [UInt8]) throws -> JPEGHeader {
        let jpeg = DrawnJPEG()
        let tables = DrawnJPEG.quantizers() + DrawnJPEG.segment(0xC4, payload)
        return try JPEGHeader(parsing: DrawnJPEG.startOfImage + tables + jpeg.frame + jpeg.scan)
    }

    private func code(_ counts: [UInt8]) -> TiledJPEGError.Code? {
        failureCode { try header(DrawnJPEG.huffman(0, counts: counts)) }
    }

    @Test func `several tables in one segment go to their places`() throws {
        let header = try header(DrawnJPEG.huffman(0x02, counts: [0, 2, 1]) + DrawnJPEG.huffman(0x13, counts: [1]))
        #expect(header.dcTables.map { $0 != nil } == [false, false, true, false])
        #expect(header.acTables.map { $0 != nil } == [false, false, false, true])
        #expect(header.dcTables[2]?.counts == [0, 2, 1] + Array(repeating: 0, count: 13))
        #expect(header.dcTables[2]?.symbols == [0, 1, 2])
        #expect(header.acTables[3]?.symbols == [0])
    }

    @Test func `a table may be empty and may hold 256 symbols`() {
        #expect(code([]) == nil)
        #expect(code([0, 0, 0, 0, 0, 0, 0, 1, 255]) == nil)
    }

    /// No code consists of 1-bits only (T.81, annex C); libjpeg refuses tables that have one.
    @Test func `codes have to fit their length and leave out all ones`() {
        #expect(code([2]) == .malformed)
        #expect(code([3]) == .malformed)
        #expect(code([1, 1]) == nil)
        #expect(code([1, 2]) == .malformed)
        #expect(code([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) == nil)
        #expect(code([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]) == .malformed)
        #expect(code([0, 0, 0, 0, 0, 0, 0, 255]) == nil)
    }

    @Test func `more than 256 symbols are malformed`() {
        #expect(code([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 255]) == .malformed)
        #expect(code([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 255]) == nil)
    }

    @Test func `a class above 1, a number above 3 and a short table are malformed`() {
        for head: UInt8 in [0x04, 0x14, 0x20, 0x80, 0x0F] {
            #expect(failureCode { try header(DrawnJPEG.huffman(head, counts: [1])) } == .malformed)
        }
        let table = DrawnJPEG.huffman(0, counts: [0, 1, 2])
        for length in 1..<table.count {
            #expect(failureCode { try header(Array(table.prefix(length))) } == .malformed, "\(length) bytes")
        }
    }
}
