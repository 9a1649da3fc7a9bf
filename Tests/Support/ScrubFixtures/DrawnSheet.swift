import CJPEGOracle
import OracleJPEG
import TiledJPEG

/// Sheets drawn in code and encoded by libjpeg.
package enum DrawnSheet {
    /// A JPEG of one color and a stripe, different for each seed, with or without restart markers.
    package static func picture(seed: Int, width: Int = 64, height: Int = 48, isTiled: Bool = true) -> [UInt8] {
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let stripe = (x + y * 2 + seed * 5) % 23 < 7 ? 60 : 0
                samples.append(UInt8((seed * 37 + stripe + y) % 256))
                samples.append(UInt8((seed * 59) % 256))
                samples.append(UInt8((seed * 83 + x) % 256))
            }
        }
        var recipe = CJPEGOracleRecipe(width: width, height: height)
        recipe.restart_interval = isTiled ? Int32((width + 15) / 16) : 0
        return recipe.encoded(samples)
    }

    /// A sheet of tiles with the seeds `seeds`, row by row.
    package static func sheet(
        seeds: Range<Int>, columns: Int, width: Int = 64, height: Int = 48
    ) throws -> [UInt8] {
        let tiles = try seeds.map {
            try EncodedTile(parsing: picture(seed: $0, width: width, height: height))
        }
        return try TiledSheet(assembling: tiles, columns: columns).encoded()
    }
}
