package import CJPEGOracle

extension CJPEGOracleRecipe {
    /// A baseline picture without restart markers.
    ///
    /// - Parameter sampling: Sampling factor of the first component on both axes; the others have 1.
    package init(width: Int, height: Int, components: Int = 3, sampling: Int32 = 2, quality: Int32 = 80) {
        self.init()
        self.width = Int32(width)
        self.height = Int32(height)
        self.components = Int32(components)
        self.quality = quality
        horizontal = (sampling, 1, 1, 1)
        vertical = (sampling, 1, 1, 1)
    }

    /// Encodes samples, interleaved, a byte for each component of a pixel.
    package func encoded(_ samples: [UInt8]) -> [UInt8] {
        var recipe = self
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        precondition(cjpegoracle_encode(&recipe, samples, &bytes, &count) == 1, "libjpeg refused to encode")
        defer { cjpegoracle_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
