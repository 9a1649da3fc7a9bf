#if Film
    import CFilm
    import CLibAV
    import FilmProtocol
    import Glibc

    /// Facts that determine how the pictures of a film are shown.
    struct PictureFacts: Hashable {
        /// Orientation of frames that do not state one.
        var orientation = PictureOrientation.upright
        /// Width and height of a sample, without a common divisor.
        var sampleAspect = [1, 1]
        var transfer = FilmHeader.Transfer.sdr
        /// The peak luminance of an HDR film, in cd/m2; nil if unknown.
        var peak: Double?
        /// Whether samples are Dolby Vision without any other meaning.
        let isDolby: Bool
        /// Whether alpha has no meaning, as the fourth byte in raw pictures of Windows.
        let hidesAlpha: Bool
        /// Whether the container states the aspect ratio of samples, which then applies to every frame. Otherwise libav
        /// copies the ratio from the first frames.
        private let hasFixedAspect: Bool
        /// Whether a frame that is flagged as interlaced is a single field, as in HEVC, which codes each field
        /// separately.
        private let codesFieldsAlone: Bool
        /// Whether the film's first frame is a single field.
        private var beginsWithField = false

        /// Reads the facts from a stream, and from a decoded frame if there is one already.
        ///
        /// - Parameter orientation: Orientation by the first picture's own message; nil without one.
        init(
            _ stream: UnsafeMutablePointer<AVStream>, in container: Container,
            frame: UnsafeMutablePointer<AVFrame>? = nil, orientation first: PictureOrientation? = nil
        ) {
            codesFieldsAlone = stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC
            isDolby = cfilm_dolby_profile(stream) != 0
            hidesAlpha =
                stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_RAWVIDEO
                && stream.pointee.codecpar.pointee.codec_tag == 0
            hasFixedAspect = container.access == .times && stream.pointee.sample_aspect_ratio.num > 0
            let matrix = frame.flatMap { cfilm_frame_display_matrix($0) } ?? cfilm_display_matrix(stream)
            orientation = first ?? matrix.map { PictureOrientation($0) } ?? .upright
            sampleAspect = Self.aspect(av_guess_sample_aspect_ratio(nil, stream, frame))
            beginsWithField = frame.flatMap { singleField(of: $0) } != nil
            transfer = Self.transfer(stream.pointee.codecpar.pointee.color_trc)
            if let frame, transfer == .sdr { transfer = Self.transfer(frame.pointee.color_trc) }
            if isDolby { transfer = .pq }
            let peak = cfilm_stream_peak(stream)
            self.peak = peak > 0 ? peak : nil
        }

        /// Width and height of the film's pictures as shown, with square pixels and upright.
        func shownSize(width: Int, height: Int) -> (width: Int, height: Int) {
            Self.shownSize(width: width, height: beginsWithField ? 2 * height : height, sampleAspect, orientation)
        }

        static func shownSize(
            width: Int, height: Int, _ sampleAspect: [Int], _ orientation: PictureOrientation
        ) -> (width: Int, height: Int) {
            let wide = max(1, (width * sampleAspect[0] + sampleAspect[1] / 2) / sampleAspect[1])
            return orientation.swapsSides ? (height, wide) : (wide, height)
        }

        /// Width and height of a sample of a frame.
        func sampleAspect(of frame: UnsafePointer<AVFrame>) -> [Int] {
            let own = frame.pointee.sample_aspect_ratio
            return hasFixedAspect || own.num <= 0 ? sampleAspect : Self.aspect(own)
        }

        /// The only field of a frame; nil for a whole picture.
        func singleField(of frame: UnsafePointer<AVFrame>) -> SampleRows.Field? {
            guard codesFieldsAlone, cfilm_is_interlaced(frame) != 0 else { return nil }
            return cfilm_is_top_first(frame) != 0 ? .top : .bottom
        }

        /// The transfer function for libav's constant.
        static func transfer(_ characteristic: AVColorTransferCharacteristic) -> FilmHeader.Transfer {
            switch characteristic {
            case AVCOL_TRC_SMPTE2084: .pq
            case AVCOL_TRC_ARIB_STD_B67: .hlg
            default: .sdr
            }
        }

        /// An aspect ratio beyond 10 is a sign of damage, and ignored.
        private static func aspect(_ ratio: AVRational) -> [Int] {
            guard ratio.num > 0, ratio.den > 0 else { return [1, 1] }
            var width = Int32(0)
            var height = Int32(0)
            av_reduce(&width, &height, Int64(ratio.num), Int64(ratio.den), 10_000)
            guard width > 0, height > 0, width <= 10 * height, height <= 10 * width else { return [1, 1] }
            return [Int(width), Int(height)]
        }
    }

    /// Facts that determine how one frame is shown: the frame's own statements, then the film's.
    struct FrameShape {
        let orientation: PictureOrientation
        /// The only field of the frame; nil for a whole picture.
        let singleField: SampleRows.Field?
        /// Width in pixels as shown, with square pixels and upright.
        let width: Int
        /// Height in pixels as shown.
        let height: Int

        init(_ frame: Frame, of facts: PictureFacts) {
            let samples = frame.pointer.pointee
            orientation = frame.orientation ?? facts.orientation
            singleField = facts.singleField(of: frame.pointer)
            let height = Int(samples.height) * (singleField == nil ? 1 : 2)
            (width, self.height) = PictureFacts.shownSize(
                width: Int(samples.width), height: height, facts.sampleAspect(of: frame.pointer), orientation)
        }
    }

    /// Makes a stored picture upright: mirrors it, then rotates it.
    struct PictureOrientation: Hashable {
        /// Whether left and right of the stored picture are exchanged.
        var isMirrored = false
        /// Clockwise rotation after mirroring in degrees: 0, 90, 180 or 270.
        var rotation = 0

        static let upright = PictureOrientation()

        private init() {}

        /// Converts libav's display matrix: x' = ax + cy and y' = bx + dy, where y grows downwards. Rounds angles to
        /// right angles.
        init(_ matrix: UnsafePointer<Int32>) {
            let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
            isMirrored = a * d - b * c < 0
            // The rotation of a mirrored picture is the rotation of the matrix without the mirroring.
            var plain = Array(UnsafeBufferPointer(start: matrix, count: 9))
            if isMirrored { (plain[0], plain[1]) = (0 &- plain[0], 0 &- plain[1]) }
            let counterclockwise = av_display_rotation_get(plain)
            guard counterclockwise.isFinite else { return }
            let quarters = Int((-counterclockwise / 90).rounded())
            rotation = (quarters % 4 + 4) % 4 * 90
        }

        /// The orientation from a message in H.264 or HEVC.
        ///
        /// - Parameters:
        ///   - counterclockwise: The angle in 1/65 536 of a circle.
        ///   - flipsColumns: Whether left and right are exchanged before the rotation.
        ///   - flipsRows: Whether top and bottom are exchanged before the rotation.
        init(counterclockwise: UInt32, flipsColumns: Bool, flipsRows: Bool) {
            let quarters = Int((Double(counterclockwise) / 16_384).rounded()) % 4
            isMirrored = flipsColumns != flipsRows
            // Exchanging top and bottom is mirroring and a rotation by 180 degrees.
            rotation = (8 - quarters + (flipsRows ? 2 : 0)) % 4 * 90
        }

        /// Whether width and height are exchanged.
        var swapsSides: Bool { rotation % 180 != 0 }
        /// Whether stored columns run against the direction of their upright axis.
        var reversesColumns: Bool { (rotation >= 180) != isMirrored }
        /// Whether stored rows run against the direction of their upright axis.
        var reversesRows: Bool { rotation == 90 || rotation == 180 }
    }

    /// The sizes of a picture's planes in stored orientation, and the pixels that share a sample of chroma.
    struct PictureShape: Hashable {
        /// Width in pixels.
        let width: Int
        /// Height in pixels.
        let height: Int
        /// Whether each pixel has a separate chroma sample.
        let hasFullChroma: Bool
        /// Number of pixels that the first sample of chroma lacks on its left, 0 or 1. In a rotated picture with an odd
        /// side, pairs of pixels begin at the other side.
        let leadX: Int
        /// Number of pixels that the first sample of chroma lacks above it, 0 or 1.
        let leadY: Int

        /// The stored sizes of a picture that has this size when it is upright.
        init(width: Int, height: Int, hasFullChroma: Bool, _ orientation: PictureOrientation) {
            self.width = orientation.swapsSides ? height : width
            self.height = orientation.swapsSides ? width : height
            self.hasFullChroma = hasFullChroma
            leadX = !hasFullChroma && orientation.reversesColumns ? self.width % 2 : 0
            leadY = !hasFullChroma && orientation.reversesRows ? self.height % 2 : 0
        }

        private init(fullChromaOf shape: PictureShape) {
            width = shape.width
            height = shape.height
            hasFullChroma = true
            leadX = 0
            leadY = 0
        }

        /// The sizes of the same picture with a chroma sample for each pixel.
        var withFullChroma: PictureShape { PictureShape(fullChromaOf: self) }

        /// Number of chroma samples in a row.
        var chromaWidth: Int { hasFullChroma ? width : (width + 1) / 2 }
        /// Number of rows of chroma samples.
        var chromaHeight: Int { hasFullChroma ? height : (height + 1) / 2 }

        /// The row of chroma of a row of pixels.
        func chromaRow(_ row: Int) -> Int { hasFullChroma ? row : (row + leadY) / 2 }

        /// The rows of pixels of a row of chroma.
        func rows(of chromaRow: Int) -> Range<Int> {
            guard !hasFullChroma else { return chromaRow..<chromaRow + 1 }
            return max(0, 2 * chromaRow - leadY)..<min(height, 2 * chromaRow - leadY + 2)
        }
    }
#endif
