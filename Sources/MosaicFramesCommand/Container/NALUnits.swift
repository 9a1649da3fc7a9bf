#if Film
    /// The beginnings of a packet's NAL units in order, without emulation prevention bytes; none is empty.
    ///
    /// - SeeAlso: Rec. ITU-T H.264, 7.3.1 and Annex B; ISO/IEC 14496-15, 5.3.3
    struct NALUnits: Sequence, IteratorProtocol {
        /// Maximum length of a beginning, in bytes: it holds the header of a slice, or the messages before it.
        private static let longest = 4_096

        private let bytes: UnsafeBufferPointer<UInt8>
        private let lengthBytes: Int?
        private var offset = 0

        /// - Parameter lengthBytes: Bytes of the length before each unit; nil where start codes separate them.
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
        /// The payload type of a recovery point in H.264 and HEVC.
        private static let recoveryPoint: UInt8 = 6
        /// The payload type of an orientation in both.
        static let displayOrientation: UInt8 = 47

        private let bytes: ArraySlice<UInt8>

        /// - Parameter bytes: The unit behind its header.
        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        /// The bits of the first recovery point, which begin with the distance to the first whole picture; nil without one.
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

    /// Reads bits, the highest of a byte first; zeros follow the last byte.
    struct BitReader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

        /// - Parameter count: 0...32.
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
#endif
