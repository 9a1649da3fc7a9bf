#if Film
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil
    import FilmRecords

    /// What the samples of a frame mean.
    struct FrameColors: Hashable {
        /// How luma and chroma become red, green and blue; unused for RGB.
        var matrix: YCbCrMatrix
        /// Whether all levels are used.
        var isFullRange: Bool
        var transfer: FilmHeader.Transfer
        /// Whether the primaries are those of BT.2020.
        var isWideGamut: Bool

        /// A frame's own statements, then the film's, then what players assume.
        init(_ frame: UnsafePointer<AVFrame>, _ format: SampleFormat, of facts: PictureFacts) {
            let own = PictureFacts.transfer(frame.pointee.color_trc)
            transfer = frame.pointee.color_trc == AVCOL_TRC_UNSPECIFIED ? facts.transfer : own
            isFullRange =
                switch frame.pointee.color_range {
                case AVCOL_RANGE_JPEG: true
                case AVCOL_RANGE_MPEG: format.isAlwaysFullRange
                default: format.isFullRange
                }
            isWideGamut =
                frame.pointee.color_primaries == AVCOL_PRI_BT2020
                || transfer != .sdr && frame.pointee.color_primaries == AVCOL_PRI_UNSPECIFIED
            matrix =
                switch frame.pointee.colorspace {
                case AVCOL_SPC_BT709: .bt709
                case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
                case AVCOL_SPC_FCC: YCbCrMatrix(red: 0.30, blue: 0.11)
                case AVCOL_SPC_SMPTE240M: YCbCrMatrix(red: 0.212, blue: 0.087)
                case AVCOL_SPC_YCGCO: .yCgCo
                case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
                default:
                    isWideGamut
                        ? .bt2020 : frame.pointee.width >= 1280 || frame.pointee.height > 576 ? .bt709 : .bt601
                }
        }

        /// The value of black, or of no colour, and how many values lie between black and white, or between the most
        /// colourful values, of samples of a depth moved up to 16 bits.
        func levels(depth: Int, isChroma: Bool) -> (zero: Int, span: Int) {
            let span = isFullRange ? ((1 << depth) - 1) << (16 - depth) : (isChroma ? 224 : 219) << 8
            return (isChroma ? 1 << 15 : isFullRange ? 0 : 16 << 8, span)
        }
    }
#endif
