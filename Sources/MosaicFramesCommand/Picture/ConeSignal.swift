#if Film
    /// How three components become light where they code the response of the eye's cones (long, middle and short waves)
    /// instead of red, green and blue.
    struct ConeSignal: Hashable {
        /// Subtracted from the components: luma 0...1, chroma -0.5...0.5.
        var offset = ColorMatrix.Row(0, 0, 0)
        /// From components to codes of the cones' responses, by the film's transfer function.
        var codes: ColorMatrix
        /// From light of the cones to light of BT.2020's primaries.
        var light: ColorMatrix

        /// ICtCp of [BT.2100](https://www.itu.int/rec/R-REC-BT.2100), table 7.
        static func ictcp(isHLG: Bool) -> ConeSignal {
            let half: ColorMatrix.Row = [0.5, 0.5, 0]
            let unit = 4096.0
            let codes =
                isHLG
                ? ColorMatrix(half, [3625, -7465, 3840] / unit, [9500, -9212, -288] / unit)
                : ColorMatrix(half, [6610, -13613, 7003] / unit, [17933, -17390, -543] / unit)
            let cones = ColorMatrix(
                [1688, 2146, 262] / unit, [683, 2951, 462] / unit, [99, 309, 3688] / unit)
            return ConeSignal(codes: codes.inverse, light: cones.inverse)
        }

        /// From light of cones without crosstalk (Hunt-Pointer-Estevez) to light of BT.2020's primaries.
        static let plainCones = ColorMatrix(
            [3.06441879, -2.16597676, 0.10155818], [-0.65612108, 1.78554118, -0.12943749],
            [0.01736321, -0.04725154, 1.03004253])
    }
#endif
