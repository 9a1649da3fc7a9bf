#if Film
    /// Red, green and blue are luma and these parts of Cb and Cr (-0.5...0.5).
    struct YCbCrMatrix: Hashable {
        struct Parts: Hashable {
            var cb: Double
            var cr: Double
        }

        var red: Parts
        var green: Parts
        var blue: Parts

        /// Luma is made of so much red and blue, and of green.
        init(red: Double, blue: Double) {
            let green = 1 - red - blue
            self.red = Parts(cb: 0, cr: 2 - 2 * red)
            self.green = Parts(cb: -2 * blue * (1 - blue) / green, cr: -2 * red * (1 - red) / green)
            self.blue = Parts(cb: 2 - 2 * blue, cr: 0)
        }

        private init(red: Parts, green: Parts, blue: Parts) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        static let bt601 = YCbCrMatrix(red: 0.299, blue: 0.114)
        static let bt709 = YCbCrMatrix(red: 0.2126, blue: 0.0722)
        static let bt2020 = YCbCrMatrix(red: 0.2627, blue: 0.0593)
        /// Derived from the primaries of P3.
        static let displayP3 = YCbCrMatrix(red: 0.2290, blue: 0.0793)
        /// Cg stands for Cb, Co for Cr.
        static let yCgCo = YCbCrMatrix(
            red: Parts(cb: -1, cr: 1), green: Parts(cb: 1, cr: 0), blue: Parts(cb: -1, cr: -1))

        /// The parts of Cb and Cr in BT.601's luma of the same colour, beside the luma of this matrix.
        var luma601: Parts {
            Parts(
                cb: 0.299 * red.cb + 0.587 * green.cb + 0.114 * blue.cb,
                cr: 0.299 * red.cr + 0.587 * green.cr + 0.114 * blue.cr)
        }

        /// The parts of Cb and Cr in BT.601's Cb.
        var cb601: Parts { Parts(cb: (blue.cb - luma601.cb) / 1.772, cr: (blue.cr - luma601.cr) / 1.772) }
        /// The parts of Cb and Cr in BT.601's Cr.
        var cr601: Parts { Parts(cb: (red.cb - luma601.cb) / 1.402, cr: (red.cr - luma601.cr) / 1.402) }
    }
#endif
