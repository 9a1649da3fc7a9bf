@testable import Raster
import Testing
import TiledJPEG

/// A look-up gives the result of reading symbol by symbol, for every peek of every table.
struct LookupTablesTests {
    /// The symbols of which an entry has to be a prefix.
    private struct Symbols {
        var consumed = 0
        var advance = 0
        var endsBlock = false
        /// Zig-zag position, relative where it is unknown, and value.
        var values: [(position: Int, value: Int)] = []
    }

    /// Reads symbols from `peek`, followed by zeros, until `consumed` bits are taken.
    private func read(_ peek: Int, _ tables: LookupTables, from position: Int, until consumed: Int) -> Symbols? {
        var symbols = Symbols()
        // The bits behind the peek do not matter for codes that the peek shows.
        let bits = UInt64(peek) << UInt64(64 - PeekWidth.bits)
        while symbols.consumed < consumed, !symbols.endsBlock {
            let window = bits << UInt64(symbols.consumed)
            let isDC = position + symbols.advance == 0
            guard let (symbol, length) = (isDC ? tables.dc : tables.ac).symbol(at: Int(window >> 48)) else {
                return nil
            }
            if !isDC, symbol == 0 {
                symbols.endsBlock = true
                symbols.consumed += length
                continue
            }
            let size = symbol & 15
            let raw = size == 0 ? 0 : Int((window << UInt64(length)) >> UInt64(64 - size))
            symbols.advance += isDC ? 1 : symbol >> 4 + 1
            if isDC || size > 0 {
                let value = size == 0 ? 0 : raw >> (size - 1) == 0 ? raw - (1 << size) + 1 : raw
                symbols.values.append((position + symbols.advance - 1, value))
            }
            symbols.consumed += length + size
        }
        return symbols
    }

    private func check(_ jpeg: [UInt8], _ scale: JPEGScale, isThorough: Bool) throws {
        let header = try JPEGHeader(parsing: jpeg)
        let places = CoefficientPlaces(scale)
        let tables = LookupTables(
            dc: try #require(header.dcTables[0]), ac: try #require(header.acTables[0]), places, isThorough: isThorough)
        for table in 0..<places.tableCount {
            for peek in 0..<PeekWidth.values {
                let offset = (table * PeekWidth.values + peek) * 4
                let entry = LookupEntry(word: tables.start.load(fromByteOffset: offset, as: UInt32.self))
                let place = "table \(table), peek \(peek)"
                let position = table
                if !entry.isPlain {
                    if entry.consumed > 0 { try checkCutOff(entry, tables, peek, position, "\(place)") }
                    continue
                }
                let symbols = try #require(read(peek, tables, from: position, until: entry.consumed), "\(place)")
                #expect(symbols.consumed == entry.consumed, "\(place)")
                let isLoneEnd = symbols.endsBlock && symbols.advance == 0
                #expect(entry.advance == (isLoneEnd ? places.endAdvance : symbols.advance), "\(place)")
                let next = symbols.endsBlock ? 0 : min(position + symbols.advance, places.tableCount - 1)
                #expect(nextTable(entry, places) == next, "\(place)")
                checkValues(entry, symbols, places, table, place)
            }
        }
    }

    private func nextTable(_ entry: LookupEntry, _ places: CoefficientPlaces) -> Int {
        Int(places.hasTablePerPosition ? SmallSlots.nextTable(entry) : LargeSlots.nextTable(entry))
            / PeekWidth.tableBytes
    }

    /// An entry for a code whose value the peek does not show in full.
    private func checkCutOff(
        _ entry: LookupEntry, _ tables: LookupTables, _ peek: Int, _ position: Int, _ comment: Comment
    ) throws {
        let code = position == 0 ? tables.dc : tables.ac
        let (symbol, length) = try #require(code.symbol(at: peek << (16 - PeekWidth.bits)), comment)
        let advance = position == 0 ? 1 : symbol >> 4 + 1
        #expect(entry.consumed == length, comment)
        #expect(entry.size == symbol & 15, comment)
        #expect(entry.advance == advance, comment)
        let next = min(position + advance, tables.places.tableCount - 1)
        #expect(nextTable(entry, tables.places) == next, comment)
        let behind = position + advance - 1
        if tables.places.hasTablePerPosition {
            let isNeeded = behind <= tables.places.last
            let offset = isNeeded ? Int(tables.places.offsets[behind]) : tables.places.waste
            var slot = [UInt8](repeating: 0, count: tables.places.slotStride)
            slot.withUnsafeMutableBytes { slot in
                guard let start = slot.baseAddress else { return }
                SmallSlots.store(0x0101, of: entry, in: start, at: 0, start)
            }
            let lane = (offset - SlotOffset.coefficients) / SmallSlots.width
            #expect(slot.firstIndex(of: 1) == SlotOffset.coefficients + SmallSlots.longs + 2 * lane, comment)
        }
    }

    /// Checks the values of a slot after an entry is stored in it.
    private func checkValues(
        _ entry: LookupEntry, _ symbols: Symbols, _ places: CoefficientPlaces, _ table: Int, _ comment: String
    ) {
        let table = min(table, 63 - entry.advance)
        let placeTable = PlaceTable(places)
        var slot = [UInt16](repeating: 0, count: places.slotStride / 2)
        slot.withUnsafeMutableBytes { slot in
            guard let start = slot.baseAddress else { return }
            let after = table + entry.advance
            if places.hasTablePerPosition {
                SmallSlots.store(entry, in: start, before: table, after: after, placeTable.start)
            } else {
                LargeSlots.store(entry, in: start, before: table, after: after, placeTable.start)
            }
        }
        let width = places.hasTablePerPosition ? SmallSlots.width : 2
        var coefficients = slot[SlotOffset.coefficients / 2..<places.waste / 2].map { Int16(bitPattern: $0) }
        if places.hasTablePerPosition {
            let words = SIMD8<Int32>(
                (0..<8).map { lane in
                    lane < 4 ? Int32(slot[4 + 2 * lane]) | Int32(coefficients[2 * lane + 1]) << 16 : 0
                })
            let unpacked = SmallSlots.coefficients(words, SIMD8())
            coefficients = (0..<4).map { unpacked[$0] }
        }
        var expected = [Int16](repeating: 0, count: coefficients.count)
        if table <= places.last || !places.hasTablePerPosition {
            for (position, value) in symbols.values where position < 64 && places.isNeeded(position) {
                expected[(Int(places.offsets[position]) - SlotOffset.coefficients) / width] = Int16(value)
            }
        }
        #expect(coefficients == expected, "\(comment)")
    }

    @Test(arguments: JPEGScale.allCases, [false, true])
    func `entries equal reading symbol by symbol`(_ scale: JPEGScale, _ isThorough: Bool) throws {
        try check(SeededJPEG().encoded(), scale, isThorough: isThorough)
        // Short codes, so that an entry holds many symbols.
        let flat = SeededJPEG(width: 200, height: 200, quality: 30, optimizedTables: true, noise: 5)
        try check(flat.encoded(), scale, isThorough: isThorough)
        let busy = SeededJPEG(width: 100, height: 100, quality: 98, optimizedTables: true, noise: 200)
        try check(busy.encoded(), scale, isThorough: isThorough)
    }

    @Test func `tables are made in a hurry first, thoroughly the second time, and then kept`() throws {
        let header = try JPEGHeader(parsing: SeededJPEG().encoded())
        let dc = try #require(header.dcTables[0])
        let ac = try #require(header.acTables[0])
        let cache = TableCache()
        #expect(!cache.tables(dc: dc, ac: ac, .quarter).isThorough)
        let second = cache.tables(dc: dc, ac: ac, .quarter)
        #expect(second.isThorough)
        #expect(cache.tables(dc: dc, ac: ac, .quarter) === second)
        #expect(!cache.tables(dc: dc, ac: ac, .half).isThorough)
    }
}
