import CJPEGOracle
import OracleJPEG
import Seeded
import TiledJPEG

/// JPEG files for tests, encoded by libjpeg.
enum EncodedPicture {
    /// A picture of blurred noise, a different one for each seed.
    static func jpeg(_ size: PixelSize = PixelSize(width: 64, height: 48), seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let waves = (0..<9).map { _ in Double.random(in: 0.02...0.3, using: &random) }
        var samples: [UInt8] = []
        samples.reserveCapacity(size.width * size.height * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                for channel in 0..<3 {
                    let phase = waves[channel] * Double(x) + waves[channel + 3] * Double(y) + 20 * waves[channel + 6]
                    let wave = phase - phase.rounded(.down)
                    samples.append(UInt8(255 * wave))
                }
            }
        }
        return CJPEGOracleRecipe(width: size.width, height: size.height).encoded(samples)
    }
}
