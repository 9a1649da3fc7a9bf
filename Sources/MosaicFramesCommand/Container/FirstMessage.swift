#if Film
    import CLibAV

    /// The messages before a film's first picture, read without decoding it.
    struct FirstMessage {
        /// Bytes of the first picture that are read: messages come before its slices.
        private static let longest = 4_096
        private static let (cluster, group, block, simpleBlock): (UInt32, UInt32, UInt32, UInt32) = (
            0x1F43_B675, 0xA0, 0xA1, 0xA3
        )

        /// How pictures become upright; nil where no message tells it.
        let orientation: PictureOrientation?

        init(_ packets: KeyPackets, _ file: FilmFile) {
            let reader = packets.reader
            guard [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(reader.stream.pointee.codecpar.pointee.codec_id) else {
                orientation = nil
                return
            }
            let parser = PictureParser(reader.stream)
            let bytes: [ArraySlice<UInt8>]
            switch reader.demuxer.container.access {
            case .positions: bytes = Self.mayTell(packets, file) ? [Self.packet(packets)] : []
            case .times:
                let first = avformat_index_get_entry(reader.stream, 0)?.pointee.pos
                let start = first.map { file.bytes(Self.longest, at: $0) } ?? []
                bytes = reader.demuxer.container.name == "matroska" ? Self.blocks(in: start[...]) : [start[...]]
            }
            orientation = bytes.lazy.compactMap { $0.withUnsafeBufferPointer(parser.orientation(in:)) }.first
        }

        /// Whether a message of this type and of a usual length may be among the first bytes, which the container splits.
        private static func mayTell(_ packets: KeyPackets, _ file: FilmFile) -> Bool {
            let start = packets.index.keys.first.map { file.bytes(longest, at: $0.position) } ?? []
            return zip(start, start.dropFirst()).contains { type, length in
                type == SEIMessages.displayOrientation && (3...4).contains(length)
            }
        }

        private static func packet(_ packets: KeyPackets) -> ArraySlice<UInt8> {
            let packet = Packet()
            guard packets.find(atOrBefore: 0, into: packet), let start = packet.pointer.pointee.data else { return [] }
            return Array(UnsafeBufferPointer(start: start, count: min(longest, Int(packet.pointer.pointee.size))))[...]
        }

        /// The beginnings of coded pictures and of sound in the first bytes of a Matroska cluster.
        private static func blocks(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
            var (rest, blocks) = (bytes, [ArraySlice<UInt8>]())
            while let head = EBMLElement.Head(rest.prefix(EBMLElement.Head.longest)) {
                rest = rest.dropFirst(head.count)
                switch head.id {
                case cluster, group: continue
                // The track's number, the time and flags come first.
                case block, simpleBlock: blocks.append(rest.prefix(Int(clamping: head.length ?? 0)).dropFirst(4))
                default: break
                }
                rest = rest.dropFirst(Int(clamping: head.length ?? 0))
            }
            return blocks
        }
    }
#endif
