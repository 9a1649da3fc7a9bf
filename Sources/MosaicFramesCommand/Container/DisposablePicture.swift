#if Film
    import CLibAV

    extension PictureParser {
        private static let bipredictive: UInt32 = 2
        private static let bipredictiveOfMPEG2: UInt32 = 3

        /// Whether no other picture refers to the packet's picture, as far as its bits show.
        func isDisposable(_ packet: Packet) -> Bool {
            let bytes = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
            switch codec {
            case AV_CODEC_ID_H264:
                // Rec. ITU-T H.264, 7.4.1: nal_ref_idc of slices.
                return NALUnits(bytes, lengthBytes: lengthBytes).first { [1, 2, 5].contains($0[0] & 31) }
                    .map { $0[0] >> 5 & 3 == 0 } ?? false
            case AV_CODEC_ID_HEVC:
                // Rec. ITU-T H.265, table 7-1: pictures of even types below 16 are no references in their sub-layer.
                return NALUnits(bytes, lengthBytes: lengthBytes).first { $0[0] >> 1 & 63 < 32 }
                    .map { $0[0] >> 1 & 63 < 16 && $0[0] >> 1 & 1 == 0 } ?? false
            case AV_CODEC_ID_MPEG4: return pictureType(bytes, code: 0xB6, typeBits: 0..<2) == Self.bipredictive
            case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
                return pictureType(bytes, code: 0, typeBits: 10..<13) == Self.bipredictiveOfMPEG2
            default: return false
            }
        }
    }
#endif
