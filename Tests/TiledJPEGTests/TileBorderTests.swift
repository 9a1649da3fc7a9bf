import Testing

@testable import TiledJPEG

/// Pixels that a decoder makes at tile borders.
///
/// Fancy upsampling interpolates chroma between neighbouring samples, across tile borders, too. Measured with
/// libjpeg-turbo 2.1 on these noisy tiles of unrelated colors at 4:2:0: the outermost pixel of a tile differs from
/// the pixel of the tile decoded alone by 18 on average and by up to 156 of 255 in a channel; pixels further inside
/// do not differ.
struct TileBorderTests {
    struct Measurement {
        var maximum = 0
        var sum = 0
        var count = 0
        var mean: Double { Double(sum) / Double(max(count, 1)) }
    }

    /// Differences between sheet and lone tiles by distance from the nearest border between two tiles.
    func measure(_ picture: SyntheticPicture, fancyUpsampling: Bool) throws -> [Measurement] {
        let columns = 3
        let files = (0..<9).map { picture.encoded(seed: $0) }
        let sheet = try TiledSheet(assembling: files.map(EncodedTile.init(parsing:)), columns: columns).encoded()
        let whole = try #require(JPEGOracle.pixels(of: sheet, fancyUpsampling: fancyUpsampling))
        let (width, height) = (picture.size.width, picture.size.height)
        var result = Array(repeating: Measurement(), count: max(width, height))
        for (position, file) in files.enumerated() {
            let (column, row) = (position % columns, position / columns)
            let alone = try #require(JPEGOracle.pixels(of: file, fancyUpsampling: fancyUpsampling))
            for y in 0..<height {
                for x in 0..<width {
                    var distance = max(width, height) - 1
                    if column > 0 { distance = min(distance, x) }
                    if column < columns - 1 { distance = min(distance, width - 1 - x) }
                    if row > 0 { distance = min(distance, y) }
                    if row < columns - 1 { distance = min(distance, height - 1 - y) }
                    for channel in 0..<3 {
                        let own = alone.rgb[(y * width + x) * 3 + channel]
                        let shown = whole.rgb[((row * height + y) * whole.width + column * width + x) * 3 + channel]
                        let difference = abs(Int(own) - Int(shown))
                        result[distance].maximum = max(result[distance].maximum, difference)
                        result[distance].sum += difference
                        result[distance].count += 1
                    }
                }
            }
        }
        return result
    }

    @Test func `with 4:2:0 and fancy upsampling only the outermost pixel of a tile is mixed`() throws {
        let measured = try measure(SyntheticPicture(), fancyUpsampling: true)
        print("outermost pixel: mean \(measured[0].mean), maximum \(measured[0].maximum) of 255")
        print("second pixel: mean \(measured[1].mean), maximum \(measured[1].maximum) of 255")
        #expect(measured[0].maximum > 0)
        #expect(measured[1...].allSatisfy { $0.maximum == 0 })
    }

    @Test func `with plain upsampling or without subsampling no pixel of a tile is touched`() throws {
        let plain = try measure(SyntheticPicture(), fancyUpsampling: false)
        #expect(plain.allSatisfy { $0.maximum == 0 })
        let full = try measure(SyntheticPicture(sampling: (1, 1)), fancyUpsampling: true)
        #expect(full.allSatisfy { $0.maximum == 0 })
    }
}
