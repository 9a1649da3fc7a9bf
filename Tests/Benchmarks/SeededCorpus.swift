import CJPEGOracle

/// Photo-like pictures drawn in code: octaves of noise, gradients and edges, some parts smooth and some full of
/// detail, the same on every machine.
struct SeededCorpus {
    var count = 150
    var width = 1280
    var height = 720
    var quality = 85
    /// Sampling factors of luma, 1 or 2; chroma has 1x1.
    var sampling = (horizontal: 2, vertical: 2)
    var components = 3
    var process = CJPEGOracleProcessBaseline
    var optimizedTables = false
    /// MCUs; 0 for none.
    var restartInterval = 0
    var seed: UInt64 = 1

    /// The encoded pictures.
    func files() -> [[UInt8]] {
        (0..<count).map { encoded(SeededPicture(width: width, height: height, seed: seed &+ UInt64($0)).samples()) }
    }

    /// Encodes Y'CbCr samples, 3 bytes a pixel, as the corpus is told.
    func encoded(_ samples: [UInt8]) -> [UInt8] {
        var recipe = CJPEGOracleRecipe()
        recipe.width = Int32(width)
        recipe.height = Int32(height)
        recipe.components = Int32(components)
        recipe.horizontal = (Int32(components == 1 ? 1 : sampling.horizontal), 1, 1, 1)
        recipe.vertical = (Int32(components == 1 ? 1 : sampling.vertical), 1, 1, 1)
        recipe.quality = Int32(quality)
        recipe.restart_interval = Int32(restartInterval)
        recipe.optimized_tables = optimizedTables ? 1 : 0
        recipe.process = process
        let taken = components == 1 ? stride(from: 0, to: samples.count, by: 3).map { samples[$0] } : samples
        var bytes: UnsafeMutablePointer<UInt8>?
        var size = 0
        precondition(cjpegoracle_encode(&recipe, taken, &bytes, &size) == 1, "libjpeg refused to encode")
        defer { cjpegoracle_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: size))
    }
}
