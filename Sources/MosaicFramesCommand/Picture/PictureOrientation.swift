#if Film
    import CLibAV

    /// How a stored picture becomes upright: it is mirrored, then turned.
    struct PictureOrientation: Hashable {
        /// Whether left and right of the stored picture are exchanged.
        var isMirrored = false
        /// Degrees by which it is turned clockwise after that: 0, 90, 180 or 270.
        var rotation = 0

        static let upright = PictureOrientation()

        private init() {}

        /// Reads a display matrix of libav's: x' = ax + cy and y' = bx + dy, where y grows downwards. Other angles than
        /// right ones are rounded.
        init(_ matrix: UnsafePointer<Int32>) {
            let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
            isMirrored = a * d - b * c < 0
            // A mirrored picture is turned as the matrix turns its exchanged axis.
            var plain = Array(UnsafeBufferPointer(start: matrix, count: 9))
            if isMirrored { (plain[0], plain[1]) = (0 &- plain[0], 0 &- plain[1]) }
            let counterclockwise = av_display_rotation_get(plain)
            guard counterclockwise.isFinite else { return }
            let quarters = Int((-counterclockwise / 90).rounded())
            rotation = (quarters % 4 + 4) % 4 * 90
        }

        /// The orientation of a message in H.264 and HEVC.
        ///
        /// - Parameters:
        ///   - counterclockwise: The angle in 1/65 536 of a circle.
        ///   - flipsColumns: Whether left and right are exchanged before that.
        ///   - flipsRows: Whether top and bottom are exchanged before that.
        init(counterclockwise: UInt32, flipsColumns: Bool, flipsRows: Bool) {
            let quarters = Int((Double(counterclockwise) / 16_384).rounded()) % 4
            isMirrored = flipsColumns != flipsRows
            // Exchanging top and bottom is mirroring and half a turn.
            rotation = (8 - quarters + (flipsRows ? 2 : 0)) % 4 * 90
        }

        /// Whether width and height change places.
        var swapsSides: Bool { rotation % 180 != 0 }
        /// Whether stored columns run against the upright axis along which they lie.
        var reversesColumns: Bool { (rotation >= 180) != isMirrored }
        /// Whether stored rows run against the upright axis along which they lie.
        var reversesRows: Bool { rotation == 90 || rotation == 180 }
    }
#endif
