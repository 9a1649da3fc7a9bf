#if Film
    import CLibAV

    extension PictureParser {
        /// Zero bytes in a row that arithmetic coders do not write: the zeros of a download with holes or of a bad sector.
        private static let shortest = 64

        /// Whether a packet has a hole that its decoder does not notice: those of HEVC, VP8 and VP9 read on in zeros.
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
                // Zeros may stand between the NAL units of a byte stream.
                let isBetweenUnits = end == bytes.count || bytes[end] == 1
                let isPadding = codec == AV_CODEC_ID_HEVC && lengthBytes == nil && isBetweenUnits
                if end - begin >= Self.shortest, !isPadding { return true }
                index = end + Self.shortest - 1
            }
            return false
        }
    }
#endif
