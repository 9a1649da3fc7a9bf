import CJPEGOracle
import OracleJPEG
import Seeded

/// A picture drawn in code, and how libjpeg is to encode it.
struct SeededJPEG {
    var width = 64
    var height = 48
    var components = 3
    /// Horizontal and vertical sampling factors of each component.
    var sampling = [(2, 2), (1, 1), (1, 1)]
    var quality: Int32 = 85
    /// MCUs; 0 for none.
    var restartInterval = 0
    var optimizedTables = false
    var process = CJPEGOracleProcessBaseline
    var color = CJPEGOracleColorPlain
    /// Amplitude of the noise, 0...255.
    var noise = 50

    /// Gradients, a disc and noise, all of them different for each seed.
    func samples(seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let slopes = (0..<components).map { _ in (Int.random(in: -4...4, using: &random), Int(random.next() & 255)) }
        let center = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        let radius = max(width, height) / 3
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * components)
        for y in 0..<height {
            for x in 0..<width {
                let inside = (x - center.0) * (x - center.0) + (y - center.1) * (y - center.1) < radius * radius
                var bits = random.next()
                for (slope, base) in slopes {
                    let grain = Int(bits & 255) * noise / 255 - noise / 2
                    bits >>= 8
                    let value = base + (slope * (x + 2 * y)) / 3 + (inside ? 70 : 0) + grain
                    samples.append(UInt8(min(max(value, 0), 255)))
                }
            }
        }
        return samples
    }

    func encoded(seed: UInt64 = 1) -> [UInt8] { encoded(samples(seed: seed)) }

    func encoded(_ samples: [UInt8]) -> [UInt8] {
        var recipe = CJPEGOracleRecipe(width: width, height: height, components: components, quality: quality)
        let factors = sampling + Array(repeating: (1, 1), count: 4 - min(sampling.count, 4))
        recipe.horizontal = (
            Int32(factors[0].0), Int32(factors[1].0), Int32(factors[2].0), Int32(factors[3].0)
        )
        recipe.vertical = (Int32(factors[0].1), Int32(factors[1].1), Int32(factors[2].1), Int32(factors[3].1))
        recipe.restart_interval = Int32(restartInterval)
        recipe.optimized_tables = optimizedTables ? 1 : 0
        recipe.process = process
        recipe.color = color
        return recipe.encoded(samples)
    }
}
