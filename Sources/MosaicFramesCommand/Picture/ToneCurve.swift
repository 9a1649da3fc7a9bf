#if Film
    import Glibc

    /// Light of a film of high dynamic range as light of a usual screen.
    ///
    /// Reference white is 203 cd/m2, by [BT.2408](https://www.itu.int/pub/R-REP-BT.2408), section 2.1. Light below 70 % of
    /// it stays as it is; light above rolls off to the film's peak by a Mobius function of the brightest component. The
    /// result is that of these filters of ffmpeg, where PEAK is the film's peak in cd/m2 divided by 203:
    ///
    ///     zscale=t=linear:npl=203:agamma=false,format=gbrpf32le,zscale=p=bt709,
    ///     tonemap=mobius:param=0.7:desat=0:peak=PEAK,zscale=t=iec61966-2-1:m=bt709:r=full
    struct ToneCurve {
        /// Reference white in cd/m2.
        static let white: Float = 203
        /// The part of reference white up to which light stays as it is.
        private static let knee: Float = 0.7

        /// The brightest light of the film, as a part of reference white.
        private let peak: Float
        private let scale: Float
        private let a: Float
        private let b: Float

        /// Peaks that no screen for mastering has would make everything else dark.
        ///
        /// - Parameter peak: In cd/m2.
        init(peak: Double) {
            let j = Self.knee
            let p = Float(min(max(peak, Double(Self.white)), 4_000)) / Self.white
            self.peak = p
            let rest = max(p - 1, 1e-6)
            a = -j * j * (p - 1) / (j * j - 2 * j + p)
            b = (j * j - 2 * j * p + p) / rest
            scale = (b * b + 2 * b * j + j * j) / (b - a)
        }

        /// The factor of all components of a pixel.
        ///
        /// - Parameter light: The brightest component, as a part of reference white.
        func gain(_ light: Float) -> Float {
            guard light > Self.knee else { return 1 }
            guard light < peak else { return 1 / light }
            return scale * (light + a) / ((light + b) * light)
        }

        private static let m1: Float = 2610 / 16384
        private static let m2: Float = 2523 / 4096 * 128
        private static let c1: Float = 3424 / 4096
        private static let c2: Float = 2413 / 4096 * 32
        private static let c3: Float = 2392 / 4096 * 32

        /// The light in cd/m2 of a code (0...1) of SMPTE ST 2084.
        static func pqLight(_ code: Float) -> Float {
            let power = powf(max(code, 0), 1 / m2)
            return 10_000 * powf(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
        }
    }
#endif
