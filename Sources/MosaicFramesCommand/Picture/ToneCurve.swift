#if Film
    import Glibc

    /// Light of a film of high dynamic range as light of a usual screen: the EETF of
    /// [BT.2390](https://www.itu.int/pub/R-REP-BT.2390), section 5.4.1, which keeps what is darker than a knee and rolls
    /// off to the peak.
    struct ToneCurve {
        /// Light of white paper in such films, in cd/m2, by BT.2408: white of the result.
        static let white: Float = 203

        /// The brightest light of the film, in cd/m2.
        let peak: Float
        private let codeOfPeak: Float
        private let codeOfWhite: Float

        /// Peaks that no screen for mastering has would make everything else dark.
        init(peak: Double) {
            self.peak = Float(min(max(peak, Double(Self.white)), 4_000))
            codeOfPeak = Self.pqCode(self.peak)
            codeOfWhite = Self.pqCode(Self.white) / codeOfPeak
        }

        /// - Parameter light: In cd/m2.
        /// - Returns: 0...1; 1 is white.
        func map(_ light: Float) -> Float {
            let code = min(Self.pqCode(light) / codeOfPeak, 1)
            let knee = 1.5 * codeOfWhite - 0.5
            var mapped = code
            if code > knee, knee < 1 {
                let part = (code - knee) / (1 - knee)
                let (square, cube) = (part * part, part * part * part)
                mapped =
                    (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + part) * (1 - knee)
                    + (3 * square - 2 * cube) * codeOfWhite
            }
            return min(max(Self.pqLight(mapped * codeOfPeak) / Self.white, 0), 1)
        }

        private static let m1: Float = 2610 / 16384
        private static let m2: Float = 2523 / 4096 * 128
        private static let c1: Float = 3424 / 4096
        private static let c2: Float = 2413 / 4096 * 32
        private static let c3: Float = 2392 / 4096 * 32

        /// The code (0...1) of SMPTE ST 2084 for a light in cd/m2.
        static func pqCode(_ light: Float) -> Float {
            let power = powf(max(light, 0) / 10_000, m1)
            return powf((c1 + c2 * power) / (1 + c3 * power), m2)
        }

        /// The light in cd/m2 of a code (0...1) of SMPTE ST 2084.
        static func pqLight(_ code: Float) -> Float {
            let power = powf(max(code, 0), 1 / m2)
            return 10_000 * powf(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
        }
    }
#endif
