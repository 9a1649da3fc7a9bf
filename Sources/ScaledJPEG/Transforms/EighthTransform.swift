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
        let value = (Int(unsafe block.load(as: Int16.self)) &* quantizer &+ (128 * 8 + 4)) &>> 3
        return UInt8(truncatingIfNeeded: max(0, min(255, value)))
    }
}
