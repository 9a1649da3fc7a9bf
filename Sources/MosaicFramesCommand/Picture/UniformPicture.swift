#if Film
    /// Whether a picture shows nearly nothing: black, white, a fade or one colour, apart from noise and a small logo.
    ///
    /// - Parameter planes: Luma first, `width * height` samples.
    func isNearlyUniform(_ planes: [UInt8], width: Int, height: Int) -> Bool {
        /// Levels of luma on each side of the most frequent part: more than the noise of a scaled picture.
        let span = 12
        /// Samples of a thousand that may lie elsewhere: a logo.
        let others = 20
        let count = min(width * height, planes.count)
        guard count > 0 else { return false }
        var histogram = [Int](repeating: 0, count: 256)
        for sample in planes[..<count] { histogram[Int(sample)] += 1 }
        let most = count - count * others / 1_000
        // Samples in a window of levels that moves over the histogram.
        var inside = histogram[...(2 * span)].reduce(0, +)
        if inside >= most { return true }
        for level in 2 * span + 1..<256 {
            inside += histogram[level] - histogram[level - 2 * span - 1]
            if inside >= most { return true }
        }
        return false
    }
#endif
