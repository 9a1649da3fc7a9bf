#if Film
    import CFilm
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil
    import FilmRecords
    import Glibc

    /// How the pictures of a film are to be shown.
    struct PictureFacts: Hashable {
        /// Degrees by which a picture is turned clockwise to be upright: 0, 90, 180 or 270.
        var rotation = 0
        /// Width and height of a sample, without a common divisor.
        var sampleAspect = [1, 1]
        /// How brightness is coded.
        var transfer = FilmHeader.Transfer.sdr
        /// The brightest light of a film of high dynamic range, in cd/m2; nil where nothing tells.
        var peak: Double?

        /// The facts that a stream tells, and a decoded frame where there is one already.
        init(_ stream: UnsafeMutablePointer<AVStream>, frame: UnsafeMutablePointer<AVFrame>? = nil) {
            let matrix = cfilm_display_matrix(stream) ?? frame.flatMap { cfilm_frame_display_matrix($0) }
            if let matrix { rotation = Self.rotation(matrix) }
            sampleAspect = Self.aspect(av_guess_sample_aspect_ratio(nil, stream, frame))
            transfer = Self.transfer(stream.pointee.codecpar.pointee.color_trc)
            if let frame, transfer == .sdr { transfer = Self.transfer(frame.pointee.color_trc) }
            let peak = cfilm_stream_peak(stream)
            self.peak = peak > 0 ? peak : nil
        }

        /// Width and height of a frame as shown, with square pixels and upright.
        func shownSize(width: Int, height: Int) -> (width: Int, height: Int) {
            let wide = max(1, (width * sampleAspect[0] + sampleAspect[1] / 2) / sampleAspect[1])
            return rotation % 180 == 0 ? (wide, height) : (height, wide)
        }

        /// How brightness is coded, by libav's constant.
        static func transfer(_ characteristic: AVColorTransferCharacteristic) -> FilmHeader.Transfer {
            switch characteristic {
            case AVCOL_TRC_SMPTE2084: .pq
            case AVCOL_TRC_ARIB_STD_B67: .hlg
            default: .sdr
            }
        }

        private static func rotation(_ matrix: UnsafePointer<Int32>) -> Int {
            let counterclockwise = av_display_rotation_get(matrix)
            guard counterclockwise.isFinite else { return 0 }
            let quarters = Int((-counterclockwise / 90).rounded())
            return (quarters % 4 + 4) % 4 * 90
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
