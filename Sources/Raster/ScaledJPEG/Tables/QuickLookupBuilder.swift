// The idea: tables for a single file have to be built in less time than they save. An entry takes one symbol, and after
// all needed coefficients as many more as the peek contains. The sum of these depends on the remaining bits alone. So
// it is computed once for each number of bits, and added to the first symbol: the sum of two words has the sums of
// their fields.

/// Builds look-up tables in little time, with fewer symbols in an entry than `LookupBuilder`.
struct QuickLookupBuilder {
    private let dc: CanonicalCode
    private let ac: CanonicalCode
    private let places: CoefficientPlaces
    private let tails: SymbolTails
    /// Maximum number of bits of a value that an entry holds.
    private let mostSize: Int
    /// The code that ends a block.
    private let end: CanonicalCode.Short?

    init(dc: CanonicalCode, ac: CanonicalCode, places: CoefficientPlaces) {
        self.dc = dc
        self.ac = ac
        self.places = places
        mostSize = places.hasTablePerPosition ? SmallSlots.firstSize : LargeSlots.firstSize
        end = ac.shortCodes.first { $0.symbol == 0 }
        tails = SymbolTails(ac, nothing: places.nextBits(places.tableCount - 1))
    }

    /// Fills a table that contains only slow entries.
    func fill(_ target: UnsafeMutableBufferPointer<UInt32>, _ start: LookupStart) {
        if case .known(0) = start {
            for code in dc.shortCodes { unsafe put(code, 0, Int(code.symbol), start, target) }
        } else {
            for code in ac.shortCodes {
                if code.symbol == 0 {
                    let end = word(consumed: code.length, advance: places.endAdvance, nextTable: 0)
                    unsafe repeatWord(end, code.first, PeekWidth.bits - code.length, target)
                } else {
                    unsafe put(code, Int(code.symbol >> 4), Int(code.symbol & 15), start, target)
                }
            }
        }
    }

    /// Writes the entries for a code that a value follows.
    private func put(
        _ code: CanonicalCode.Short, _ run: Int, _ size: Int, _ start: LookupStart,
        _ target: UnsafeMutableBufferPointer<UInt32>
    ) {
        let consumed = code.length + size
        let room = PeekWidth.bits - consumed
        let wanted = place(start, run, size)
        if wanted == nil ? consumed > LookupEntry.mostConsumed : room < 0 || size > mostSize {
            let cutOff = LookupEntry.cutOff(
                length: code.length, size: size, advance: run + 1, next: places.nextBits(nextTable(start, run)),
                values: places.cutOffBits(knownPlace(start, run) ?? places.waste))
            unsafe repeatWord(cutOff, code.first, PeekWidth.bits - code.length, target)
            return
        }
        let next = nextTable(start, run)
        guard room >= 0 else {
            let whole = word(consumed: consumed, advance: run + 1, nextTable: next)
            unsafe repeatWord(whole, code.first, PeekWidth.bits - code.length, target)
            return
        }
        let joinsTail =
            next == places.tableCount - 1 && places.hasTablePerPosition
            && tails.mostAdvance(room) + run + 1 <= LookupEntry.mostAdvance
        for raw in 0..<1 << size {
            let value = wanted == nil || size == 0 ? 0 : LookupEntry.extended(raw, size: size)
            let first = word(
                consumed: consumed, advance: run + 1, nextTable: joinsTail ? 0 : next,
                place: wanted, value: value)
            let position = code.first + raw << room
            if joinsTail {
                unsafe tails.add(room, to: first, at: position, target)
            } else {
                unsafe repeatWord(first, position, room, target)
                unsafe addEnd(to: first, next, position, room, target)
                if room >= Self.roomForTwo, places.hasTablePerPosition {
                    unsafe addSecond(to: first, next, wanted, position, room, target)
                }
            }
        }
    }

    /// Minimum number of remaining bits for a second value, which is otherwise too rare to be worth its time.
    private static var roomForTwo: Int { 5 }

    /// Adds second values of at most two bits at the place after the first value, and the end of the block after them.
    private func addSecond(
        to first: UInt32, _ next: Int, _ wanted: Int?, _ position: Int, _ room: Int,
        _ target: UnsafeMutableBufferPointer<UInt32>
    ) {
        for code in ac.shortCodes {
            let size = Int(code.symbol & 15)
            let advance = Int(code.symbol >> 4) + 1
            let left = room - code.length - size
            guard code.length <= room else { return }
            let place = Int(places.offsets[next + advance - 1])
            guard (1...2).contains(size), left >= 0, let wanted, place == wanted + SmallSlots.width else { continue }
            let after = min(next + advance, places.tableCount - 1)
            let sum = LookupEntry.sum(consumed: code.length + size, advance: advance)
            let moved = first &- places.nextBits(next) &+ sum
            let start = position + code.first >> (PeekWidth.bits - room)
            for raw in 0..<1 << size {
                let value = LookupEntry.extended(raw, size: size)
                let second = moved | SmallSlots.values(0, value, offset: SlotOffset.coefficients)
                if after == places.tableCount - 1, tails.mostAdvance(left) + next + advance <= LookupEntry.mostAdvance {
                    unsafe tails.add(left, to: second, at: start + raw << left, target)
                } else {
                    let word = second &+ places.nextBits(after)
                    unsafe repeatWord(word, start + raw << left, left, target)
                    unsafe addEnd(to: word, after, start + raw << left, left, target)
                }
            }
        }
    }

    /// Adds the end of the block to the entries whose peeks contain it after a symbol.
    private func addEnd(
        to first: UInt32, _ next: Int, _ position: Int, _ room: Int, _ target: UnsafeMutableBufferPointer<UInt32>
    ) {
        guard let end, end.length <= room else { return }
        let word = first &- places.nextBits(next) &+ LookupEntry.sum(consumed: end.length, advance: 0)
        unsafe repeatWord(word, position + end.first >> (PeekWidth.bits - room), room - end.length, target)
    }

    private func word(consumed: Int, advance: Int, nextTable: Int, place: Int? = nil, value: Int = 0) -> UInt32 {
        let bits: UInt32
        if places.hasTablePerPosition {
            bits = SmallSlots.values(value, 0, offset: place ?? places.waste)
        } else {
            bits = LargeSlots.values(0, value, before: 0)
        }
        return LookupEntry.plain(
            consumed: consumed, advance: advance, next: places.nextBits(nextTable), values: bits)
    }

    private func repeatWord(
        _ word: UInt32, _ position: Int, _ bits: Int, _ target: UnsafeMutableBufferPointer<UInt32>
    ) {
        for index in position..<position + 1 << bits { unsafe target[index] = word }
    }

    /// The place of the value after a run; nil if the value is not needed.
    private func place(_ start: LookupStart, _ run: Int, _ size: Int) -> Int? {
        switch start {
        case .known(let position):
            guard position == 0 || size > 0, places.isNeeded(position + run) else { return nil }
            return places.hasTablePerPosition ? knownPlace(start, run) : position + run
        case .anywhere: return size > 0 ? run : nil
        case .behind: return nil
        }
    }

    private func knownPlace(_ start: LookupStart, _ run: Int) -> Int? {
        guard case .known(let position) = start else { return nil }
        return Int(places.offsets[position + run])
    }

    private func nextTable(_ start: LookupStart, _ run: Int) -> Int {
        guard case .known(let position) = start else { return places.tableCount - 1 }
        return min(position + run + 1, places.tableCount - 1)
    }
}

/// The sums of the symbols after all needed coefficients, for each number of remaining bits.
struct SymbolTails {
    /// The words for `bits` remaining bits begin at index `1 << bits`. A word contains the consumed bits, the advance
    /// and the next table, which is 0 if the block ends. If the bits contain no whole symbol, the word is only the next
    /// table.
    private var words: [UInt32]
    /// The largest advance of the words for each number of bits.
    private var advances: [Int] = []

    /// - Parameter nothing: The bits of the next table if the block continues.
    init(_ code: CanonicalCode, nothing: UInt32) {
        words = [UInt32](repeating: nothing, count: 2 * PeekWidth.values)
        unsafe words.withUnsafeMutableBufferPointer { words in
            for bits in 0...PeekWidth.bits {
                var most = 0
                // The shortest codes come first.
                for short in code.shortCodes {
                    guard short.length <= bits else { break }
                    most = max(most, unsafe Self.put(short, bits, nothing, advances, words))
                }
                advances.append(most)
            }
        }
    }

    /// The largest advance that `bits` remaining bits can show.
    func mostAdvance(_ bits: Int) -> Int { advances[bits] }

    /// Writes `first` plus each of the words for `bits` remaining bits.
    func add(_ bits: Int, to first: UInt32, at position: Int, _ target: UnsafeMutableBufferPointer<UInt32>) {
        unsafe words.withUnsafeBufferPointer { words in
            for index in 0..<1 << bits { unsafe target[position + index] = first &+ words[1 << bits + index] }
        }
    }

    /// Writes the words that begin with a code; returns their largest advance.
    private static func put(
        _ code: CanonicalCode.Short, _ bits: Int, _ nothing: UInt32, _ advances: [Int],
        _ words: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        let position = 1 << bits + code.first >> (PeekWidth.bits - bits)
        let count = 1 << (bits - code.length)
        if code.symbol == 0 {
            for index in 0..<count {
                unsafe words[position + index] = LookupEntry.sum(consumed: code.length, advance: 0)
            }
            return 0
        }
        let consumed = code.length + Int(code.symbol & 15)
        let advance = Int(code.symbol >> 4) + 1
        let first = LookupEntry.sum(consumed: consumed, advance: advance)
        let room = bits - consumed
        if room >= 0, advances[room] + advance <= LookupEntry.mostAdvance {
            for index in 0..<count {
                unsafe words[position + index] = first &+ words[1 << room + index & (1 << room - 1)]
            }
            return advance + advances[room]
        }
        if consumed <= LookupEntry.mostConsumed - PeekWidth.bits + bits {
            for index in 0..<count { unsafe words[position + index] = first &+ nothing }
            return advance
        }
        return 0
    }
}
