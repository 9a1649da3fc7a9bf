#if Film
    import CFilm
    import CLibAV
    import FilmProtocol
    import Glibc

    /// How the pictures of a film are to be shown.
    struct PictureFacts: Hashable {
        /// Orientation of frames that state none themselves.
        var orientation = PictureOrientation.upright
        /// Width and height of a sample, without a common divisor.
        var sampleAspect = [1, 1]
        /// How brightness is coded.
        var transfer = FilmHeader.Transfer.sdr
        /// The brightest light of a film of high dynamic range, in cd/m2; nil where nothing tells.
        var peak: Double?
        /// Whether samples are those of Dolby Vision without any other meaning.
        let isDolby: Bool
        /// Whether alpha has no meaning: the fourth byte of raw pictures of Windows.
        let hidesAlpha: Bool
        /// Whether the container tells the shape of samples, which is then that of each frame. Libav copies it from the
        /// first frames otherwise.
        private let hasFixedAspect: Bool
        /// Whether a frame that is flagged as interlaced is one field: in HEVC, where each field is coded alone.
        private let codesFieldsAlone: Bool
        /// Whether the film's first frame is one field.
        private var beginsWithField = false

        /// The facts that a stream tells, and a decoded frame where there is one already.
        ///
        /// - Parameter orientation: That of the first picture's own message; nil without one.
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

        /// The field of which alone a frame consists; nil for a whole picture.
        func singleField(of frame: UnsafePointer<AVFrame>) -> SampleRows.Field? {
            guard codesFieldsAlone, cfilm_is_interlaced(frame) != 0 else { return nil }
            return cfilm_is_top_first(frame) != 0 ? .top : .bottom
        }

        /// How brightness is coded, by libav's constant.
        static func transfer(_ characteristic: AVColorTransferCharacteristic) -> FilmHeader.Transfer {
            switch characteristic {
            case AVCOL_TRC_SMPTE2084: .pq
            case AVCOL_TRC_ARIB_STD_B67: .hlg
            default: .sdr
            }
        }

        /// Aspects beyond 10 are damage.
        private static func aspect(_ ratio: AVRational) -> [Int] {
            guard ratio.num > 0, ratio.den > 0 else { return [1, 1] }
            var width = Int32(0)
            var height = Int32(0)
            av_reduce(&width, &height, Int64(ratio.num), Int64(ratio.den), 10_000)
            guard width > 0, height > 0, width <= 10 * height, height <= 10 * width else { return [1, 1] }
            return [Int(width), Int(height)]
        }
    }
#endif
