// The idea: the n x n lowest coefficients of an 8x8 transform, scaled by n/8, are the coefficients of an n x n
// transform of the reduced block. An inverse n x n transform is all that a scaled picture takes, and it is closer to
// a proper reduction than the average of the samples.

/// Turns the coefficients of a row of blocks into samples.
enum ReducedTransform {
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

    var scale: JPEGScale {
        switch self {
        case .eighth: .eighth
        case .quarter: .quarter
        case .half: .half
        }
    }

    /// Writes `scale` rows of samples at `output`, `stride` bytes apart, and zeroes the coefficients.
    func run(_ blocks: BlockRow, into output: UnsafeMutableRawPointer, stride: Int) {
        switch self {
        case .eighth(let transform): unsafe transform.run(blocks, into: output)
        case .quarter(let transform): unsafe transform.run(blocks, into: output, stride: stride)
        case .half(let transform): unsafe transform.run(blocks, into: output, stride: stride)
        }
    }
}
