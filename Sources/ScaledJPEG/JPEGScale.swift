/// How many samples are kept of each eight, in both directions.
public enum JPEGScale: Int, Hashable, Sendable, CaseIterable {
    /// One sample of eight: every block becomes one sample.
    case eighth = 1
    /// Two samples of eight: every block becomes 2x2 samples.
    case quarter = 2
    /// Four samples of eight: every block becomes 4x4 samples.
    case half = 4

    /// Samples along one side of a plane, rounded up as libjpeg does, for a picture of `pixels` and a component with
    /// `factor` out of `maximum` as its sampling factor.
    package func extent(pixels: Int, factor: Int, maximum: Int) -> Int {
        (pixels * factor * rawValue + 8 * maximum - 1) / (8 * maximum)
    }
}
