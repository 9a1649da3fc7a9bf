// The idea: the n x n lowest coefficients of an 8x8 transform, scaled by n/8, are the coefficients of an n x n
// transform of the reduced block. So a scaled picture only needs an inverse n x n transform, and the result is closer
// to a proper reduction than the average of the samples.

/// Converts the coefficients of a row of blocks to samples.
indirect enum ReducedTransform {
    case eighth(EighthTransform)
    case quarter(QuarterTransform)
    case half(HalfTransform)

    init(_ scale: JPEGScale, _ quantizers: [UInt16]) {
        switch scale {
        case .eighth: self = .eighth(EighthTransform(quantizers))
        case .quarter: self = .quarter(QuarterTransform(quantizers))
        case .half: self = .half(HalfTransform(quantizers))
        }
    }

    /// Writes the rows of samples of each block at `output`, `stride` bytes apart, and zeroes the coefficients.
    func run(_ blocks: BlockRow, into output: UnsafeMutableRawPointer, stride: Int) {
        switch self {
        case .eighth(let transform): unsafe transform.run(blocks, into: output)
        case .quarter(let transform): unsafe transform.run(blocks, into: output, stride: stride)
        case .half(let transform): unsafe transform.run(blocks, into: output, stride: stride)
        }
    }
}

// The idea: the DC coefficient is eight times the block's mean.

/// The transform to one sample per block.
struct EighthTransform {
    private let quantizer: Int

    init(_ quantizers: [UInt16]) { quantizer = Int(quantizers[0]) }

    func run(_ blocks: BlockRow, into output: UnsafeMutableRawPointer) {
        var block = unsafe blocks.start
        var output = unsafe output
        for _ in 0..<blocks.pairs {
            unsafe output.storeBytes(of: sample(block), as: UInt8.self)
            unsafe output.storeBytes(of: sample(block + blocks.within), toByteOffset: 1, as: UInt8.self)
            unsafe block += blocks.step
            unsafe output += 2
        }
    }

    @inline(__always)
    private func sample(_ block: UnsafeMutableRawPointer) -> UInt8 {
        // 128 is the level shift; 4/8 is added for rounding.
        let value =
            (Int(unsafe block.load(fromByteOffset: SmallSlots.longs, as: Int16.self)) &* quantizer &+ (128 * 8 + 4))
            &>> 3
        unsafe block.storeBytes(of: 0, toByteOffset: SmallSlots.longs, as: Int16.self)
        return UInt8(truncatingIfNeeded: max(0, min(255, value)))
    }
}

// The idea: a 2x2 transform has only the signs + and -:
//
//   a+b+c+d   a-b+c-d        a: DC, b: first horizontal, c: first vertical, d: both
//   a+b-c-d   a-b-c+d
//
// Two blocks fill one vector of eight 16-bit lanes. Products are clamped to 7900, so that four of them and the level
// shift fit in a lane. The coefficients of 8-bit samples stay far below that; all others only need a bound.

/// The transform to 2x2 samples per block.
struct QuarterTransform {
    private let limits: SIMD8<Int16>
    /// Divisors of a, b, -c and -d.
    private let own: SIMD8<Int16>
    /// Divisors of c, d, a and b, which are added to a, b, -c and -d.
    private let joining: SIMD8<Int16>
    /// The signs of the left and right samples. Not a constant, because the compiler would take vectors apart to negate
    /// single lanes.
    private let sides: SIMD8<Int16>

    init(_ quantizers: [UInt16]) {
        // Zig-zag positions of a, b, c and d.
        let q = [0, 1, 2, 4].map { Int16(quantizers[$0]) }
        limits = Self.twice(q.map { 7900 / $0 })
        own = Self.twice([q[0], q[1], -q[2], -q[3]])
        joining = Self.twice([q[2], q[3], q[0], q[1]])
        sides = Self.twice([1, -1, 1, -1])
    }

    private static func twice(_ four: [Int16]) -> SIMD8<Int16> { SIMD8(four + four) }

    func run(_ blocks: BlockRow, into output: UnsafeMutableRawPointer, stride: Int) {
        var block = unsafe blocks.start
        var upper = unsafe output
        var lower = unsafe output + stride
        for _ in 0..<blocks.pairs {
            let other = unsafe block + blocks.within
            let coefficients = unsafe Self.take(block, other)
            let samples = transformed(coefficients)
            unsafe upper.storeBytes(
                of: SIMD4(samples[0], samples[1], samples[4], samples[5]), as: SIMD4<UInt8>.self)
            unsafe lower.storeBytes(
                of: SIMD4(samples[2], samples[3], samples[6], samples[7]), as: SIMD4<UInt8>.self)
            unsafe block += blocks.step
            unsafe upper += 4
            unsafe lower += 4
        }
    }

    /// Returns the four coefficients of each of two blocks (SmallSlots), and zeroes them.
    @inline(__always)
    private static func take(
        _ block: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer
    ) -> SIMD8<Int16> {
        let words = unsafe SIMD8(
            lowHalf: block.loadUnaligned(as: SIMD4<Int32>.self), highHalf: other.loadUnaligned(as: SIMD4<Int32>.self))
        let halves = unsafe SIMD2(
            block.loadUnaligned(fromByteOffset: SmallSlots.longs, as: UInt64.self),
            other.loadUnaligned(fromByteOffset: SmallSlots.longs, as: UInt64.self))
        unsafe zero(block)
        unsafe zero(other)
        return SmallSlots.coefficients(words, unsafe unsafeBitCast(halves, to: SIMD8<Int16>.self))
    }

    @inline(__always)
    private static func zero(_ block: UnsafeMutableRawPointer) {
        unsafe block.storeBytes(of: SIMD4<Int32>.zero, as: SIMD4<Int32>.self)
        unsafe block.storeBytes(of: 0, toByteOffset: SmallSlots.longs, as: UInt64.self)
    }

    @inline(__always)
    private func transformed(_ coefficients: SIMD8<Int16>) -> SIMD8<UInt8> {
        let c = coefficients.clamped(lowerBound: 0 &- limits, upperBound: limits)
        let halves = SIMD8(c[2], c[3], c[0], c[1], c[6], c[7], c[4], c[5])
        // a+c, b+d, a-c, b-d.
        let rows = c &* own &+ halves &* joining
        let neighbours = SIMD8(rows[1], rows[0], rows[3], rows[2], rows[5], rows[4], rows[7], rows[6])
        let sums = rows &* sides &+ neighbours
        // 128 is the level shift; 4/8 is added for rounding.
        let level = (sums &+ (128 * 8 + 4)) &>> 3
        return SIMD8(
            truncatingIfNeeded: level.clamped(lowerBound: SIMD8(repeating: 0), upperBound: SIMD8(repeating: 255)))
    }
}
