#if Film
    import CLibAV

    /// The beginnings of a packet's NAL units in order, without emulation prevention bytes. Empty units are skipped.
    ///
    /// - SeeAlso: Rec. ITU-T H.264, 7.3.1 and Annex B; ISO/IEC 14496-15, 5.3.3
    struct NALUnits: Sequence, IteratorProtocol {
        /// Maximum length of a beginning, in bytes. It contains the header of a slice, or the messages before the
        /// slice.
        private static let longest = 4_096

        private let bytes: UnsafeBufferPointer<UInt8>
        private let lengthBytes: Int?
        private var offset = 0

        /// - Parameter lengthBytes: Size of the length before each unit, in bytes; nil if start codes separate the
        ///   units.
        init(_ bytes: UnsafeBufferPointer<UInt8>, lengthBytes: Int?) {
            self.bytes = bytes
            self.lengthBytes = lengthBytes
        }

        mutating func next() -> [UInt8]? {
            while let range = lengthBytes.map({ sized($0) }) ?? marked() {
                if !range.isEmpty { return Self.unescaped(bytes[range]) }
            }
            return nil
        }

        private mutating func sized(_ lengthBytes: Int) -> Range<Int>? {
            guard offset + lengthBytes < bytes.count else { return nil }
            let length = bytes[offset..<offset + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
            let start = offset + lengthBytes
            offset = Swift.min(start + length, bytes.count)
            return start..<Swift.min(offset, start + Self.longest)
        }

        private mutating func marked() -> Range<Int>? {
            guard let start = startCode(from: offset, to: bytes.count).map({ $0 + 3 }), start < bytes.count else {
                return nil
            }
            let limit = Swift.min(bytes.count, start + Self.longest)
            offset = startCode(from: start, to: limit) ?? limit
            return start..<offset
        }

        private func startCode(from start: Int, to end: Int) -> Int? {
            var index = start
            while index + 2 < end {
                if bytes[index + 2] > 1 {
                    index += 3
                } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                    return index
                } else {
                    index += 1
                }
            }
            return nil
        }

        private static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count)
            var zeros = 0
            for byte in bytes {
                if zeros >= 2, byte == 3 {
                    zeros = 0
                    continue
                }
                zeros = byte == 0 ? zeros + 1 : 0
                result.append(byte)
            }
            return result
        }
    }

    /// The messages of a NAL unit with supplemental enhancement information.
    ///
    /// - SeeAlso: Rec. ITU-T H.264, 7.3.2.3.1
    struct SEIMessages {
        /// The payload type of a recovery point, in H.264 and HEVC.
        private static let recoveryPoint: UInt8 = 6
        /// The payload type of a display orientation, in H.264 and HEVC.
        static let displayOrientation: UInt8 = 47

        private let bytes: ArraySlice<UInt8>

        /// - Parameter bytes: The unit without its header.
        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        /// The bits of the first recovery point; nil without one. They begin with the distance to the first whole
        /// picture.
        var recoveryPoint: BitReader? { message(of: Self.recoveryPoint) }

        /// The bits of the first message about the orientation of pictures; nil without one.
        var displayOrientation: BitReader? { message(of: Self.displayOrientation) }

        private func message(of wanted: UInt8) -> BitReader? {
            var rest = bytes
            func number() -> Int? {
                var number = 0
                while let byte = rest.popFirst() {
                    number += Int(byte)
                    if byte < 255 { return number }
                }
                return nil
            }
            while let type = number(), let size = number(), size <= rest.count {
                if type == Int(wanted) { return BitReader(rest.prefix(size)) }
                rest = rest.dropFirst(size)
            }
            return nil
        }
    }

    /// Reads bits, the most significant first; zeros follow the last byte.
    struct BitReader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

        /// - Parameter count: Number of bits, 0...32.
        mutating func read(_ count: Int) -> UInt32 {
            var value: UInt32 = 0
            for _ in 0..<count {
                let byte = position / 8
                value = value << 1 | (byte < bytes.count ? UInt32(bytes[byte] >> (7 - position % 8) & 1) : 0)
                position += 1
            }
            return value
        }

        /// An unsigned number in the Exp-Golomb code.
        mutating func unsigned() -> UInt32 {
            var zeros = 0
            while zeros < 31, position < 8 * bytes.count, read(1) == 0 { zeros += 1 }
            return (1 << UInt32(zeros)) - 1 + read(zeros)
        }

        /// A signed number in the Exp-Golomb code.
        mutating func signed() -> Int {
            let number = Int(unsigned())
            return number % 2 == 0 ? -number / 2 : (number + 1) / 2
        }
    }

    /// The messages before a film's first picture, read without decoding it.
    struct FirstMessage {
        /// Maximum number of bytes read of the first picture: messages come before its slices.
        private static let longest = 4_096
        private static let (cluster, group, block, simpleBlock): (UInt32, UInt32, UInt32, UInt32) = (
            0x1F43_B675, 0xA0, 0xA1, 0xA3
        )

        /// Orientation of the pictures; nil if no message states it.
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

        /// Whether an orientation message of a usual length may be in the first bytes, which the container splits into
        /// packets.
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
                // The track's number, the time and the flags come first.
                case block, simpleBlock: blocks.append(rest.prefix(Int(clamping: head.length ?? 0)).dropFirst(4))
                default: break
                }
                rest = rest.dropFirst(Int(clamping: head.length ?? 0))
            }
            return blocks
        }
    }
#endif
