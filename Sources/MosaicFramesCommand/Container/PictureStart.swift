#if Film
    import CLibAV

    /// Whether decoding can begin with a coded picture, by its own bits. Containers also flag pictures that refer to
    /// others.
    enum PictureStart: Equatable {
        /// A key picture. Pictures are whole `recovery` frames after it: 0 at an IDR picture, more if pictures are
        /// refreshed by parts.
        case key(recovery: Int)
        /// A picture that refers to no other. Later pictures may refer to pictures before it.
        case intra
        /// A picture that refers to others.
        case dependent
        /// The codec is not parsed, or the bits are damaged.
        case unknown
    }

    /// Reads the first bits of a stream's coded pictures.
    struct PictureParser {
        /// Maximum size of an MPEG-4 picture that is not coded, in bytes.
        private static let emptyBytes = 19

        let codec: AVCodecID
        /// Size of the length before each NAL unit, in bytes; nil in a byte stream with start codes.
        let lengthBytes: Int?

        init(_ stream: UnsafeMutablePointer<AVStream>) {
            let facts = stream.pointee.codecpar.pointee
            codec = facts.codec_id
            let header = UnsafeBufferPointer(start: facts.extradata, count: max(0, Int(facts.extradata_size)))
            // The configuration records of ISO/IEC 14496-15 begin with their version, 1.
            let position = codec == AV_CODEC_ID_HEVC ? 21 : 4
            lengthBytes = header.count > position && header[0] == 1 ? Int(header[position] & 3) + 1 : nil
        }

        func start(of packet: Packet) -> PictureStart {
            let bytes = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
            switch codec {
            case AV_CODEC_ID_H264: return h264(NALUnits(bytes, lengthBytes: lengthBytes))
            case AV_CODEC_ID_HEVC: return hevc(NALUnits(bytes, lengthBytes: lengthBytes))
            case AV_CODEC_ID_VP8: return vp8(bytes)
            case AV_CODEC_ID_VP9: return vp9(bytes)
            case AV_CODEC_ID_AV1: return av1(bytes)
            // An empty picture in the place of a packed one may have any type.
            case AV_CODEC_ID_MPEG4 where bytes.count <= Self.emptyBytes: return .dependent
            case AV_CODEC_ID_MPEG4: return mpeg(bytes, picture: 0xB6, typeBits: 0..<2, intra: 0)
            case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
                return mpeg(bytes, picture: 0, typeBits: 10..<13, intra: 1)
            default: return .unknown
            }
        }

        /// The orientation in a message in the first bytes of a packet; nil without one.
        ///
        /// - SeeAlso: Rec. ITU-T H.264, D.2.27; Rec. ITU-T H.265, D.3.17
        func orientation(in bytes: UnsafeBufferPointer<UInt8>) -> PictureOrientation? {
            guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC else { return nil }
            for unit in NALUnits(bytes, lengthBytes: lengthBytes) where unit.count > 2 {
                let (header, isMessage, isPicture) =
                    codec == AV_CODEC_ID_H264
                    ? (1, unit[0] & 31 == 6, (1...5).contains(unit[0] & 31))
                    : (2, unit[0] >> 1 & 63 == 39, unit[0] >> 1 & 63 < 32)
                if isPicture { return nil }
                guard isMessage, var bits = SEIMessages(unit.dropFirst(header)).displayOrientation else { continue }
                guard bits.read(1) == 0 else { return nil }
                let (flipsColumns, flipsRows) = (bits.read(1) == 1, bits.read(1) == 1)
                return PictureOrientation(
                    counterclockwise: bits.read(16), flipsColumns: flipsColumns, flipsRows: flipsRows)
            }
            return nil
        }

        /// - SeeAlso: Rec. ITU-T H.264, 7.4.1 and D.2.8
        private func h264(_ units: NALUnits) -> PictureStart {
            var recovery: Int?
            for unit in units {
                switch unit[0] & 31 {
                case 5: return .key(recovery: 0)
                case 6:
                    if var point = SEIMessages(unit.dropFirst()).recoveryPoint { recovery = Int(point.unsigned()) }
                case 1, 2:
                    if let recovery { return .key(recovery: recovery) }
                    var bits = BitReader(unit.dropFirst())
                    _ = bits.unsigned()
                    return [2, 4].contains(bits.unsigned() % 5) ? .intra : .dependent
                default: continue
                }
            }
            return .unknown
        }

        /// - SeeAlso: Rec. ITU-T H.265, 7.4.2.2 and D.3.8
        private func hevc(_ units: NALUnits) -> PictureStart {
            var recovery: Int?
            for unit in units where unit.count > 2 {
                switch unit[0] >> 1 & 63 {
                case 16...21: return .key(recovery: 0)
                case 39:
                    if var point = SEIMessages(unit.dropFirst(2)).recoveryPoint { recovery = max(0, point.signed()) }
                case 0...15: return recovery.map { .key(recovery: $0) } ?? .dependent
                default: continue
                }
            }
            return .unknown
        }

        /// - SeeAlso: [RFC 6386, section 9.1](https://www.rfc-editor.org/rfc/rfc6386#section-9.1)
        private func vp8(_ bytes: UnsafeBufferPointer<UInt8>) -> PictureStart {
            guard let first = bytes.first else { return .unknown }
            return first & 1 == 0 ? .key(recovery: 0) : .dependent
        }

        /// - Parameter intra: The type of a picture that refers to no other.
        private func mpeg(
            _ bytes: UnsafeBufferPointer<UInt8>, picture code: UInt8, typeBits: Range<Int>, intra: UInt32
        ) -> PictureStart {
            guard let type = pictureType(bytes, code: code, typeBits: typeBits) else { return .unknown }
            return type == intra ? .key(recovery: 0) : .dependent
        }

        /// The type of the first picture of MPEG-1, MPEG-2 or MPEG-4; nil without one.
        ///
        /// - Parameters:
        ///   - code: The start code of a picture.
        ///   - typeBits: The bits after the start code that contain the picture's type.
        func pictureType(
            _ bytes: UnsafeBufferPointer<UInt8>, code: UInt8, typeBits: Range<Int>
        ) -> UInt32? {
            for unit in NALUnits(bytes, lengthBytes: nil) where unit[0] == code {
                var bits = BitReader(unit[1...].prefix(2))
                _ = bits.read(typeBits.lowerBound)
                return bits.read(typeBits.count)
            }
            return nil
        }

        /// The first frame of a superframe determines the result.
        private func vp9(_ bytes: UnsafeBufferPointer<UInt8>) -> PictureStart {
            var bits = BitReader(bytes.prefix(2))
            guard bits.read(2) == 2 else { return .unknown }
            if bits.read(2) == 3 { _ = bits.read(1) }
            let isRepeated = bits.read(1) == 1
            return !isRepeated && bits.read(1) == 0 ? .key(recovery: 0) : .dependent
        }

        /// The first frame of a temporal unit determines the result.
        private func av1(_ bytes: UnsafeBufferPointer<UInt8>) -> PictureStart {
            var rest = bytes[...]
            while let header = rest.popFirst() {
                if header & 4 != 0 { _ = rest.popFirst() }
                var size = rest.count
                if header & 2 != 0 {
                    size = 0
                    for shift in stride(from: 0, to: 56, by: 7) {
                        guard let byte = rest.popFirst() else { return .unknown }
                        size |= Int(byte & 127) << shift
                        if byte & 128 == 0 { break }
                    }
                }
                // A frame header, or a frame that begins with one.
                if [3, 6].contains(header >> 3 & 15) {
                    var bits = BitReader(rest.prefix(1))
                    let isRepeated = bits.read(1) == 1
                    return !isRepeated && bits.read(2) == 0 ? .key(recovery: 0) : .dependent
                }
                rest = rest.dropFirst(size)
            }
            return .unknown
        }
    }

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
                // Rec. ITU-T H.265, table 7-1: pictures of even types below 16 are not references in their sub-layer.
                return NALUnits(bytes, lengthBytes: lengthBytes).first { $0[0] >> 1 & 63 < 32 }
                    .map { $0[0] >> 1 & 63 < 16 && $0[0] >> 1 & 1 == 0 } ?? false
            case AV_CODEC_ID_MPEG4: return pictureType(bytes, code: 0xB6, typeBits: 0..<2) == Self.bipredictive
            case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
                return pictureType(bytes, code: 0, typeBits: 10..<13) == Self.bipredictiveOfMPEG2
            default: return false
            }
        }
    }

    extension PictureParser {
        /// Minimum number of consecutive zero bytes that is a hole, as in an incomplete download or a bad sector.
        /// Arithmetic coders do not write as many.
        private static let shortest = 64

        /// Whether a packet has a hole that its decoder does not notice: decoders of HEVC, VP8 and VP9 go on reading
        /// zeros.
        func hasHole(_ packet: Packet) -> Bool {
            guard [AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9].contains(codec) else { return false }
            let bytes = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
            var index = Self.shortest - 1
            while index < bytes.count {
                guard bytes[index] == 0 else {
                    index += Self.shortest
                    continue
                }
                let begin = bytes[..<index].lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
                let end = bytes[index...].firstIndex { $0 != 0 } ?? bytes.count
                // A byte stream may contain zeros between NAL units.
                let isBetweenUnits = end == bytes.count || bytes[end] == 1
                let isPadding = codec == AV_CODEC_ID_HEVC && lengthBytes == nil && isBetweenUnits
                if end - begin >= Self.shortest, !isPadding { return true }
                index = end + Self.shortest - 1
            }
            return false
        }
    }
#endif
