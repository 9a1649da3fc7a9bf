// The idea: a separable 4x4 transform in integers. The lanes of a slot are ordered so that the operands of an addition
// lie side by side: columns 0 and 2, and columns 1 and 3, of each row:
//
//   first eight    r0c0 r0c2 r2c0 r2c2 r1c0 r1c2 r3c0 r3c2
//   second eight   r0c1 r0c3 r2c1 r2c3 r1c1 r1c3 r3c1 r3c3
//
// Products of pairs of 16-bit lanes, added to 32 bits, are one instruction on many machines. The first pass runs along
// the rows and produces [r0 r2 r1 r3] for each of four columns of samples. The second pass runs down these columns.
// Coefficients of 8-bit samples stay below 2048; larger ones are clamped, so that no sum overflows. Blocks with only a
// DC coefficient are frequent, and have samples of one value.

/// The transform to 4x4 samples per block.
struct HalfTransform {
    private typealias Eight = SIMD8<Int16>

    private typealias Four = SIMD4<Int32>

    private let divisors: (Eight, Eight)
    private let most: (Eight, Eight)
    private let least: (Eight, Eight)
    /// Pairs of factors, times 8192: for the two sums of the even part, and for the two sums of the odd part.
    ///
    /// The factors are not constants, because the compiler would turn some products into shifts and not choose the
    /// instruction.
    private let first: (Eight, Eight, Eight, Eight)
    /// The same factors with the even and the odd part side by side.
    private let second: (Eight, Eight)

    init(_ quantizers: [UInt16]) {
        var lanes = [Int16](repeating: 1, count: 16)
        for (position, (row, column)) in ZigZag.order.enumerated() where row < 4 && column < 4 {
            lanes[Self.lane(row: row, column: column)] = Int16(quantizers[position])
        }
        divisors = (Eight(lanes[..<8]), Eight(lanes[8...]))
        let limits = lanes.map { 2047 / $0 }
        most = (Eight(limits[..<8]), Eight(limits[8...]))
        least = (0 &- most.0, 0 &- most.1)
        let one: Int16 = 8192
        // The square root of 2 times the cosines of 22.5 and of 67.5 degrees.
        let near: Int16 = 10_703
        let far: Int16 = 4433
        func repeated(_ pair: [Int16]) -> Eight { Eight(pair + pair + pair + pair) }
        first = (repeated([one, one]), repeated([one, -one]), repeated([near, far]), repeated([far, -near]))
        second = (
            Eight(one, one, near, far, one, one, near, far), Eight(one, -one, far, -near, one, -one, far, -near)
        )
    }

    /// The lane in a slot of a coefficient of the 4x4 lowest frequencies.
    static func lane(row: Int, column: Int) -> Int {
        column % 2 * 8 + [0, 2, 1, 3][row] * 2 + column / 2
    }

    func run(_ blocks: BlockRow, into output: UnsafeMutableRawPointer, stride: Int) {
        var pair = unsafe blocks.start
        var output = unsafe output
        for number in 0..<2 &* blocks.pairs {
            let isSecond = number & 1
            unsafe transform(pair + blocks.within &* isSecond, into: output, stride: stride)
            unsafe pair += blocks.step &* isSecond
            unsafe output += 4
        }
    }

    @inline(__always)
    private func transform(_ block: UnsafeMutableRawPointer, into output: UnsafeMutableRawPointer, stride: Int) {
        let head = unsafe block.load(as: UInt64.self).littleEndian
        let tail =
            unsafe block.load(fromByteOffset: 8, as: UInt64.self)
            | block.load(fromByteOffset: 16, as: UInt64.self) | block.load(fromByteOffset: 24, as: UInt64.self)
        if head >> 16 | tail == 0 {
            let dc = max(least.0[0], min(most.0[0], Int16(truncatingIfNeeded: head)))
            let level = (Int(dc) &* Int(divisors.0[0]) &+ (128 * 8 + 4)) &>> 3
            let flat = UInt32(truncatingIfNeeded: max(0, min(255, level))) &* 0x0101_0101
            for row in 0..<4 { unsafe output.storeBytes(of: flat, toByteOffset: row &* stride, as: UInt32.self) }
            return
        }
        let even = unsafe Self.held(block.loadUnaligned(as: Eight.self), least.0, most.0) &* divisors.0
        let odd =
            unsafe Self.held(
                block.loadUnaligned(fromByteOffset: 16, as: Eight.self), least.1, most.1) &* divisors.1
        for row in 0..<4 { unsafe block.storeBytes(of: 0, toByteOffset: 8 &* row, as: UInt64.self) }
        let outer = (Self.pairSums(even, first.0), Self.pairSums(odd, first.2))
        let inner = (Self.pairSums(even, first.1), Self.pairSums(odd, first.3))
        let left = Self.descaled(outer.0 &+ outer.1, inner.0 &+ inner.1)
        let right = Self.descaled(inner.0 &- inner.1, outer.0 &- outer.1)
        let (upper, lower) = Self.rows(left, right, second.0, second.1)
        unsafe output.storeBytes(of: upper[0], as: UInt32.self)
        unsafe output.storeBytes(of: upper[1], toByteOffset: stride, as: UInt32.self)
        unsafe output.storeBytes(of: lower[0], toByteOffset: 2 &* stride, as: UInt32.self)
        unsafe output.storeBytes(of: lower[1], toByteOffset: 3 &* stride, as: UInt32.self)
    }

    /// The second pass: from two columns on the left and two on the right to two upper and two lower rows of four
    /// samples.
    ///
    /// A separate function, because the compiler does not choose the instruction if it sees how the lanes were made.
    @inline(never)
    private static func rows(
        _ left: Eight, _ right: Eight, _ even: Eight, _ odd: Eight
    ) -> (upper: SIMD2<UInt32>, lower: SIMD2<UInt32>) {
        let ends = SIMD8(lowHalf: pairSums(left, even), highHalf: pairSums(right, even))
        let middles = SIMD8(lowHalf: pairSums(left, odd), highHalf: pairSums(right, odd))
        return (
            samples(ends.evenHalf &+ ends.oddHalf, middles.evenHalf &+ middles.oddHalf),
            samples(middles.evenHalf &- middles.oddHalf, ends.evenHalf &- ends.oddHalf)
        )
    }

    @inline(__always)
    private static func held(_ lanes: Eight, _ least: Eight, _ most: Eight) -> Eight {
        let below = lanes.replacing(with: most, where: lanes .> most)
        return below.replacing(with: least, where: below .< least)
    }

    /// The sums of two neighbouring products each.
    @inline(__always)
    private static func pairSums(_ a: Eight, _ b: Eight) -> Four {
        Four(truncatingIfNeeded: a.evenHalf) &* Four(truncatingIfNeeded: b.evenHalf)
            &+ Four(truncatingIfNeeded: a.oddHalf) &* Four(truncatingIfNeeded: b.oddHalf)
    }

    /// Reduces a factor of 8192 to two fractional bits.
    @inline(__always)
    private static func descaled(_ first: Four, _ second: Four) -> Eight {
        packed((first &+ 1024) &>> 11, (second &+ 1024) &>> 11)
    }

    /// The low 16 bits of lanes. One by one, because the truncating initializer of vectors is a function call.
    @inline(__always)
    private static func packed(_ first: Four, _ second: Four) -> Eight {
        var lanes = Eight()
        for lane in 0..<4 {
            lanes[lane] = Int16(truncatingIfNeeded: first[lane])
            lanes[lane &+ 4] = Int16(truncatingIfNeeded: second[lane])
        }
        return lanes
    }

    /// Two rows of samples in memory order, from sums that are 8 * 4 * 8192 times as large.
    @inline(__always)
    private static func samples(_ first: Four, _ second: Four) -> SIMD2<UInt32> {
        // 128 is the level shift; a half is added for rounding.
        let level = Int32(128 << 18 + 1 << 17)
        let both = held(
            packed((first &+ level) &>> 18, (second &+ level) &>> 18), Eight(repeating: 0), Eight(repeating: 255))
        var bytes = SIMD8<UInt8>()
        for lane in 0..<8 { bytes[lane] = UInt8(truncatingIfNeeded: both[lane]) }
        return unsafe unsafeBitCast(bytes, to: SIMD2<UInt32>.self)
    }
}
