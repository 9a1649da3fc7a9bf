// The idea: the n x n lowest coefficients of an 8x8 transform, scaled by n/8, are the coefficients of an n x n
// transform of the reduced block. An inverse n x n transform is all that a scaled picture takes, and it is closer to
// a proper reduction than the average of the samples.

/// Turns the coefficients of a row of blocks into samples.
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

    /// Writes as many rows of samples as a block has at `output`, `stride` bytes apart, and zeroes the coefficients.
    func run(_ blocks: BlockRow, into output: UnsafeMutableRawPointer, stride: Int) {
        switch self {
        case .eighth(let transform): unsafe transform.run(blocks, into: output)
        case .quarter(let transform): unsafe transform.run(blocks, into: output, stride: stride)
        case .half(let transform): unsafe transform.run(blocks, into: output, stride: stride)
        }
    }
}

// The idea: the DC coefficient is eight times the block's mean.

/// One sample a block.
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
        // 128 is the level shift, 4/8 rounds.
        let value =
            (Int(unsafe block.load(fromByteOffset: SmallSlots.longs, as: Int16.self)) &* quantizer &+ (128 * 8 + 4))
            &>> 3
        unsafe block.storeBytes(of: 0, toByteOffset: SmallSlots.longs, as: Int16.self)
        return UInt8(truncatingIfNeeded: max(0, min(255, value)))
    }
}
