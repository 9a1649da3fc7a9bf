import CJPEGOracle
import Seeded
import TiledJPEG

/// A picture drawn in code and the way libjpeg is to encode it.
struct SyntheticPicture {
    var size = PixelSize(width: 64, height: 48)
    var components = 3
    /// Horizontal and vertical sampling of the first component; the others have 1x1.
    var sampling = (horizontal: 2, vertical: 2)
    var quality: Int32 = 80
    /// MCUs; nil for one interval per MCU row.
    var restartInterval: Int?
    var optimizedTables = false
    var process = CJPEGOracleProcessBaseline
    var color = CJPEGOracleColorPlain
    var comment: String?
    /// Amplitude of the noise, 0...255; more noise, more bytes.
    var noise = 60

    var mcuSize: PixelSize {
        components == 1
            ? PixelSize(width: 8, height: 8)
            : PixelSize(width: 8 * sampling.horizontal, height: 8 * sampling.vertical)
    }

    /// A gradient, a disc and noise, all of them different for each seed.
    func samples(seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let slopes = (0..<components).map { _ in
            (Int.random(in: -3...3, using: &random), Int.random(in: 0...255, using: &random))
        }
        let center = (
            x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random)
        )
        let radius = max(size.width, size.height) / 4
        var samples: [UInt8] = []
        samples.reserveCapacity(size.pixelCount * components)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let dx = x - center.x
                let dy = y - center.y
                let inside = dx * dx + dy * dy < radius * radius
                let bits = random.next()
                for (component, slope) in slopes.enumerated() {
                    let grain = Int((bits >> (component * 8)) & 0xFF) * noise / 255 - noise / 2
                    let value = slope.1 + (slope.0 * x + y) / 2 + (inside ? 90 : 0) + grain
                    samples.append(UInt8(min(max(value, 0), 255)))
                }
            }
        }
        return samples
    }

    func encoded(seed: UInt64) -> [UInt8] { encoded(samples(seed: seed)) }

    /// Encodes `samples`, interleaved, one byte a component.
    func encoded(_ samples: [UInt8]) -> [UInt8] {
        let interval = restartInterval ?? (size.width + mcuSize.width - 1) / mcuSize.width
        var recipe = CJPEGOracleRecipe()
        recipe.width = Int32(size.width)
        recipe.height = Int32(size.height)
        recipe.components = Int32(components)
        recipe.horizontal = (Int32(sampling.horizontal), 1, 1, 1)
        recipe.vertical = (Int32(sampling.vertical), 1, 1, 1)
        if components == 4 {
            // Black is sampled like the first component.
            recipe.horizontal.3 = recipe.horizontal.0
            recipe.vertical.3 = recipe.vertical.0
        }
        recipe.quality = quality
        recipe.restart_interval = Int32(interval)
        recipe.optimized_tables = optimizedTables ? 1 : 0
        recipe.process = process
        recipe.color = color
        return JPEGOracle.encode(recipe, samples, comment: comment)
    }
}
