/// The number of samples kept of each eight, in both directions.
public enum JPEGScale: Int, Hashable, Sendable, CaseIterable {
    /// One sample of eight: every block becomes one sample, or 2x2 where a component is subsampled in both directions.
    case eighth = 1
    /// Two samples of eight: every block becomes 2x2 samples.
    case quarter = 2
    /// Four samples of eight: every block becomes 4x4 samples.
    case half = 4

    /// The scale at which a picture of this scale has a component that is subsampled this much: at 1/8 twice as large
    /// where both directions are, as in libjpeg, because block means would be a sixteenth of the picture.
    ///
    /// Spans say how many samples of the densest component one of the component is as wide and as high as.
    func ofComponent(horizontalSpan: Int, verticalSpan: Int) -> JPEGScale {
        self == .eighth && horizontalSpan > 1 && verticalSpan > 1 ? .quarter : self
    }

    /// Samples along one side of a plane, rounded up as libjpeg does, for a picture of `pixels` and a component with
    /// `factor` out of `maximum` as its sampling factor.
    package func extent(pixels: Int, factor: Int, maximum: Int) -> Int {
        (pixels * factor * rawValue + 8 * maximum - 1) / (8 * maximum)
    }
}
