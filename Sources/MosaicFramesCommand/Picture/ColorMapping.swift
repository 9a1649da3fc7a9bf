#if Film
    import FilmRecords
    import Glibc

    /// Turns red, green and blue of high dynamic range or of BT.2020's primaries into those of sRGB.
    final class ColorMapping {
        /// What a mapping is made for.
        struct Kind: Hashable {
            var transfer: FilmHeader.Transfer
            var isWideGamut: Bool
            /// The brightest light in cd/m2.
            var peak: Double
        }

        /// HLG is relative; its films are made on screens of this light.
        private static let peakOfHLG: Double = 1_000
        /// Entries of each table but one: a table for codes of 12 bits.
        private static let last = 4_095

        let kind: Kind
        /// By code: light of the result (PQ, SDR), or of the scene (HLG).
        private let decoded: [Float]
        /// By the square root of light of the screen: light of the result; used for HLG.
        private let toned: [Float]
        /// By the square root of light: code of sRGB.
        private let encoded: [Float]

        init(_ kind: Kind) {
            self.kind = kind
            let parts = (0...Self.last).map { Float($0) / Float(Self.last) }
            let curve = ToneCurve(peak: kind.transfer == .hlg ? Self.peakOfHLG : kind.peak)
            decoded =
                switch kind.transfer {
                case .pq: parts.map { curve.map(ToneCurve.pqLight($0)) }
                case .hlg: parts.map(Self.hlgScene)
                case .sdr: parts.map { $0 <= 0.04045 ? $0 / 12.92 : powf(($0 + 0.055) / 1.055, 2.4) }
                }
            toned = kind.transfer == .hlg ? parts.map { curve.map($0 * $0 * curve.peak) } : []
            encoded = parts.map {
                let light = $0 * $0
                return light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
            }
        }

        /// Maps the codes (0...1) of a row in place.
        func map(_ row: PixelRow) {
            for column in 0..<row.width {
                var red = decode(row.red[column])
                var green = decode(row.green[column])
                var blue = decode(row.blue[column])
                if kind.transfer == .hlg {
                    // The OOTF of BT.2100 for a screen of 1000 cd/m2.
                    let luminance = 0.2627 * red + 0.6780 * green + 0.0593 * blue
                    let gain = powf(max(luminance, 0), 0.2)
                    (red, green, blue) = (tone(red * gain), tone(green * gain), tone(blue * gain))
                }
                if kind.isWideGamut {
                    // BT.2020 to BT.709, by BT.2087.
                    let (r, g, b) = (red, green, blue)
                    red = 1.6605 * r - 0.5876 * g - 0.0728 * b
                    green = -0.1246 * r + 1.1329 * g - 0.0083 * b
                    blue = -0.0182 * r - 0.1006 * g + 1.1187 * b
                }
                row.red[column] = encode(red)
                row.green[column] = encode(green)
                row.blue[column] = encode(blue)
            }
        }

        private func decode(_ code: Float) -> Float { decoded[Self.index(code)] }
        private func tone(_ light: Float) -> Float { toned[Self.index(light.squareRoot())] }
        private func encode(_ light: Float) -> Float { encoded[Self.index(max(light, 0).squareRoot())] }

        private static func index(_ part: Float) -> Int { Int(min(max(part, 0), 1) * Float(last) + 0.5) }

        /// The inverse OETF of BT.2100: light of the scene, 0...1.
        private static func hlgScene(_ code: Float) -> Float {
            let (a, b, c): (Float, Float, Float) = (0.17883277, 0.28466892, 0.55991073)
            return code <= 0.5 ? code * code / 3 : (expf((code - c) / a) + b) / 12
        }
    }
#endif
