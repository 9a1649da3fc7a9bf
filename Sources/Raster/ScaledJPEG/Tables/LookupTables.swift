// The idea: the tables of one pair of Huffman codes at one scale. Table 0 begins with a DC difference; table n, up to
// the last but one, begins at zig-zag position n; the last one begins after all needed coefficients and only counts. At
// one half a single table begins at any position and keeps every value.

import TiledJPEG

/// The look-up tables of a component, and its codes for symbols that the tables do not contain.
///
/// Threads may share them: `memory` is written while the object is made and never after.
@safe final class LookupTables: @unchecked Sendable {
    let dc: CanonicalCode
    let ac: CanonicalCode
    /// Where the coefficients of their scale go.
    let places: CoefficientPlaces
    let isThorough: Bool
    private let memory: TableMemory

    /// The first table; valid as long as the object lives.
    var start: UnsafeRawPointer { unsafe memory.start }

    /// - Parameter isThorough: Whether entries hold as many symbols as they can, which takes longer than what a single
    ///   file saves by it.
    init(dc dcTable: JPEGHuffmanTable, ac acTable: JPEGHuffmanTable, _ places: CoefficientPlaces, isThorough: Bool) {
        self.places = places
        self.isThorough = isThorough
        dc = .dc(dcTable)
        ac = .ac(acTable)
        memory = TableMemory(tables: places.tableCount)
        memory.belong(to: self)
        let quick = QuickLookupBuilder(dc: dc, ac: ac, places: places)
        for table in 0..<places.tableCount {
            let start = LookupStart(table, places)
            let target = unsafe UnsafeMutableBufferPointer(
                start: memory.words + table * PeekWidth.values, count: PeekWidth.values)
            if isThorough {
                let builder = LookupBuilder(dc: dc.short, ac: ac.short, places: places, start: start)
                for value in 0..<PeekWidth.values { unsafe target[value] = builder.entry(for: value) }
            } else {
                unsafe quick.fill(target, start)
            }
        }
    }
}
