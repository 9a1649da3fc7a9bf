@testable import Raster
import Testing
import TiledJPEG

struct CanonicalCodeTests {
    private let header: JPEGHeader

    init() throws { header = try JPEGHeader(parsing: SeededJPEG().encoded()) }

    @Test func `the codes of annex K are read`() throws {
        let dc = CanonicalCode.dc(try #require(header.dcTables[0]))
        // T.81, table K.3: categories 0, 1, 5, 6 and 11.
        for (code, length, symbol) in [(0b00, 2, 0), (0b010, 3, 1), (0b110, 3, 5), (0b1110, 4, 6), (0x1FE, 9, 11)] {
            let read = dc.symbol(at: code << (16 - length))
            #expect(read?.symbol == symbol && read?.length == length)
        }
        let ac = CanonicalCode.ac(try #require(header.acTables[0]))
        // Table K.5: end of block, run of 16, 0/1, F/A.
        for (code, length, symbol) in [(0b1010, 4, 0), (0x7F9, 11, 0xF0), (0, 2, 1), (0xFFFE, 16, 0xFA)] {
            let read = ac.symbol(at: code << (16 - length))
            #expect(read?.symbol == symbol && read?.length == length)
        }
        #expect(dc.symbol(at: 0xFFFF) == nil)
        #expect(ac.symbol(at: 0xFFFF) == nil)
    }

    @Test func `values of more bits than 8-bit pictures have do not exist`() throws {
        let ac = CanonicalCode(try #require(header.acTables[0])) { $0 != 0x01 }
        #expect(ac.symbol(at: 0) == nil)
        #expect(ac.short[0] == 0)
    }

    @Test func `short codes cover the peeks that begin with them`() throws {
        let ac = CanonicalCode.ac(try #require(header.acTables[0]))
        for code in ac.shortCodes {
            for peek in code.first..<code.first + 1 << (PeekWidth.bits - code.length) {
                #expect(ac.short[peek] == UInt16(code.length) << 8 | UInt16(code.symbol))
            }
        }
    }

    @Test func `every value of 16 bits begins with the code that T.81 finds in it`() throws {
        let busy = SeededJPEG(width: 100, height: 100, quality: 98, optimizedTables: true, noise: 200).encoded()
        for header in [header, try JPEGHeader(parsing: busy)] {
            let table = try #require(header.acTables[0])
            let code = CanonicalCode(table) { _ in true }
            #expect(table.counts[11...].contains { $0 > 0 }, "no codes of more bits than a peek has")
            for value in 0...0xFFFF {
                let read = code.symbol(at: value)
                let wanted = Self.symbol(at: value, table)
                guard read?.symbol == wanted?.symbol, read?.length == wanted?.length else {
                    Issue.record("\(value): \(String(describing: read)), not \(String(describing: wanted))")
                    return
                }
            }
        }
    }

    /// The procedure DECODE, bit by bit (T.81, figure F.16).
    private static func symbol(at value: Int, _ table: JPEGHuffmanTable) -> (symbol: Int, length: Int)? {
        var first = 0
        var position = 0
        for (index, count) in table.counts.enumerated() {
            let code = value >> (15 - index)
            if code - first < Int(count) { return (Int(table.symbols[position + code - first]), index + 1) }
            first = (first + Int(count)) << 1
            position += Int(count)
        }
        return nil
    }
}
