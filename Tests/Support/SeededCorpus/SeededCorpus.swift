package import CJPEGOracle
import OracleJPEG

/// Photo-like pictures drawn in code: octaves of noise, gradients and edges, some parts smooth and some full of
/// detail, the same on every machine.
package struct SeededCorpus {
    package var count: Int
    package var width: Int
    package var height: Int
    package var quality: Int
    /// Sampling factors of luma, 1 or 2; chroma has 1x1.
    package var sampling: (horizontal: Int, vertical: Int)
    package var components: Int
    package var process = CJPEGOracleProcessBaseline
    package var optimizedTables = false
    /// MCUs; 0 for none.
    package var restartInterval = 0
    package var seed: UInt64 = 1

    /// Baseline files with libjpeg's usual tables and without restart markers; other kinds are set afterwards.
    package init(
        count: Int = 150, width: Int = 1280, height: Int = 720, quality: Int = 85,
        sampling: (horizontal: Int, vertical: Int) = (2, 2), components: Int = 3
    ) {
        self.count = count
        self.width = width
        self.height = height
        self.quality = quality
        self.sampling = sampling
        self.components = components
    }

    /// The pictures before encoding.
    package func pictures() -> [SeededPicture] {
        (0..<count).map { SeededPicture(width: width, height: height, seed: seed &+ UInt64($0)) }
    }

    /// The encoded pictures.
    package func files() -> [[UInt8]] { pictures().map { encoded($0.samples()) } }

    /// Encodes Y'CbCr samples, 3 bytes a pixel, with the corpus's settings.
    package func encoded(_ samples: [UInt8]) -> [UInt8] {
        var recipe = CJPEGOracleRecipe(
            width: width, height: height, components: components, sampling: 1, quality: Int32(quality))
        if components > 1 {
            (recipe.horizontal.0, recipe.vertical.0) = (Int32(sampling.horizontal), Int32(sampling.vertical))
        }
        recipe.restart_interval = Int32(restartInterval)
        recipe.optimized_tables = optimizedTables ? 1 : 0
        recipe.process = process
        return recipe.encoded(
            components == 1 ? stride(from: 0, to: samples.count, by: 3).map { samples[$0] } : samples)
    }
}
