#if Film
    import CLibAV
    import FilmProtocol

    /// Color coding of a frame's samples.
    struct FrameColors {
        /// The coding of a color as luma and chroma.
        enum Coding {
            /// A matrix of the code values of red, green and blue.
            case matrix
            case constantLuminance
            case cones(ConeSignal)
            case dolby(DolbyVision)
        }

        /// Conversion of luma and chroma to red, green and blue; unused for RGB and other codings.
        var matrix: YCbCrMatrix
        var coding: Coding
        /// Whether samples use the full range of levels.
        var isFullRange: Bool
        var transfer: FilmHeader.Transfer
        var gamut: ColorGamut

        /// The decoding of components that code the response of cones; nil for other codings.
        var signal: ConeSignal? {
            switch coding {
            case .matrix, .constantLuminance: nil
            case .cones(let signal): signal
            case .dolby(let dolby): dolby.signal
            }
        }

        /// The peak luminance in cd/m2 according to Dolby Vision; `nil` if unknown, and for other codings.
        var peak: Double? {
            if case .dolby(let dolby) = coding { dolby.peak } else { nil }
        }

        /// Whether SDR has the transfer function of BT.1886: for P3, and for constant luminance.
        var isPower: Bool {
            if case .constantLuminance = coding { return true }
            return transfer == .sdr && (gamut == .displayP3 || gamut == .cinemaP3)
        }

        /// Whether colors change, so that each pixel has to be mapped.
        var needsMapping: Bool { transfer != .sdr || gamut != .bt709 }

        /// Uses the frame's own statements, then the film's, then the assumptions of players.
        init(_ frame: UnsafePointer<AVFrame>, _ format: SampleFormat, of facts: PictureFacts) {
            let own = PictureFacts.transfer(frame.pointee.color_trc)
            let transfer = frame.pointee.color_trc == AVCOL_TRC_UNSPECIFIED ? facts.transfer : own
            self.transfer = transfer
            isFullRange =
                switch frame.pointee.color_range {
                case AVCOL_RANGE_JPEG: true
                case AVCOL_RANGE_MPEG: format.isAlwaysFullRange
                default: format.isFullRange
                }
            let gamut = Self.gamut(of: frame, transfer)
            self.gamut = gamut
            coding = .matrix
            matrix =
                switch frame.pointee.colorspace {
                case AVCOL_SPC_BT709: .bt709
                case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
                case AVCOL_SPC_FCC: YCbCrMatrix(red: 0.30, blue: 0.11)
                case AVCOL_SPC_SMPTE240M: YCbCrMatrix(red: 0.212, blue: 0.087)
                case AVCOL_SPC_YCGCO: .yCgCo
                case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
                case AVCOL_SPC_CHROMA_DERIVED_NCL where gamut == .displayP3: .displayP3
                default:
                    gamut == .bt2020
                        ? .bt2020 : frame.pointee.width >= 1280 || frame.pointee.height > 576 ? .bt709 : .bt601
                }
            guard !format.isRGB else { return }
            if facts.isDolby {
                let dolby = DolbyVision(frame) ?? .plain
                coding = .dolby(dolby)
                isFullRange = dolby.isFullRange
                (self.transfer, self.gamut) = (.pq, .bt2020)
            } else if frame.pointee.colorspace == AVCOL_SPC_ICTCP, transfer != .sdr {
                coding = .cones(.ictcp(isHLG: transfer == .hlg))
                self.gamut = .bt2020
            } else if frame.pointee.colorspace == AVCOL_SPC_BT2020_CL, transfer == .sdr {
                coding = .constantLuminance
                self.gamut = .bt2020
            }
        }

        /// The zero and the span of samples of a depth, shifted up to 16 bits. Zero is black for luma and no color for
        /// chroma. The span is the distance from black to white, or between the most colorful values.
        func levels(depth: Int, isChroma: Bool) -> (zero: Int, span: Int) {
            let span = isFullRange ? ((1 << depth) - 1) << (16 - depth) : (isChroma ? 224 : 219) << 8
            return (isChroma ? 1 << 15 : isFullRange ? 0 : 16 << 8, span)
        }

        private static func gamut(of frame: UnsafePointer<AVFrame>, _ transfer: FilmHeader.Transfer) -> ColorGamut {
            switch frame.pointee.color_primaries {
            case AVCOL_PRI_BT2020: .bt2020
            case AVCOL_PRI_SMPTE432: .displayP3
            case AVCOL_PRI_SMPTE431: .cinemaP3
            case AVCOL_PRI_UNSPECIFIED where transfer != .sdr: .bt2020
            default: .bt709
            }
        }
    }
#endif
