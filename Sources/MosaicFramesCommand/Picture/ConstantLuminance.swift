#if Film
    import Glibc

    /// Y'C'bcC'rc of [BT.2020](https://www.itu.int/rec/R-REC-BT.2020), table 4: luma is that of light, not of codes.
    enum ConstantLuminance {
        private static let (alpha, beta): (Float, Float) = (1.09929682680944, 0.018053968510807)

        /// Turns luma (0...1) and chroma (-0.5...0.5) of a row into codes of red, green and blue by BT.1886. As in zimg, the
        /// light of the scene is that of the screen.
        static func decode(_ row: PixelRow) {
            for column in 0..<row.width {
                let (luma, cb, cr) = (row.red[column], row.green[column], row.blue[column])
                let blue = luma + cb * (cb <= 0 ? 1.9404 : 1.5816)
                let red = luma + cr * (cr <= 0 ? 1.7184 : 0.9936)
                let green = (light(luma) - 0.2627 * light(red) - 0.0593 * light(blue)) / 0.6780
                row.red[column] = code(light(red))
                row.green[column] = code(green)
                row.blue[column] = code(light(blue))
            }
        }

        private static func light(_ code: Float) -> Float {
            code < 4.5 * beta ? code / 4.5 : powf((code + alpha - 1) / alpha, 1 / 0.45)
        }

        private static func code(_ light: Float) -> Float { powf(max(light, 0), 1 / 2.4) }
    }
#endif
