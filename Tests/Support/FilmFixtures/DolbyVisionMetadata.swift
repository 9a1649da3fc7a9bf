/// A unit of HEVC with the metadata of Dolby Vision (RPU), of profile 5, and the box that tells the profile.
enum DolbyVisionMetadata {
    /// Bits of the fractions of the curves' factors.
    private static let fraction = 23

    /// Metadata by which samples are those of BT.2020 in full range by SMPTE ST 2084, with luma made darker.
    ///
    /// - Parameter luma: The factor of luma, in percent.
    static func unit(luma: Int) -> [UInt8] {
        var bits = Bits()
        bits.append(25, 8)
        for (value, count) in [(2, 6), (18, 11), (0, 4), (0, 4), (1, 1), (0, 1), (0, 2)] { bits.append(value, count) }
        bits.unsigned(fraction)
        for (value, count) in [(1, 2), (1, 1)] { bits.append(value, count) }
        // 10 bits of both layers, 12 of the result; no residual.
        for depth in [2, 2, 4] { bits.unsigned(depth) }
        for (value, count) in [(0, 1), (0, 3), (0, 1), (1, 1), (1, 1), (0, 1)] { bits.append(value, count) }
        for _ in 0..<3 { bits.unsigned(0) }
        for _ in 0..<3 {
            bits.unsigned(0)
            bits.append(0, 10)
            bits.append(1_023, 10)
        }
        for _ in 0..<2 { bits.unsigned(0) }
        for factor in [luma, 100, 100] {
            // A polynomial of the first order.
            bits.unsigned(0)
            bits.unsigned(0)
            bits.append(0, 1)
            bits.coefficient(percent: 0)
            bits.coefficient(percent: factor)
        }
        bits.unsigned(0)
        bits.unsigned(0)
        bits.unsigned(1)
        // From luma and chroma to codes; neutral chroma; from light of BT.2020 to that of cones.
        for number in [8_192, 0, 12_080, 8_192, -1_348, -4_680, 8_192, 15_412, 0] { bits.append(number, 16) }
        for offset in [0, 1 << 27, 1 << 27] { bits.append(offset, 32) }
        for number in [7_222, 8_772, 390, 2_654, 12_430, 1_300, 0, 422, 15_959] { bits.append(number, 16) }
        for (value, count) in [(65_535, 16), (0, 16), (0, 16), (0, 32), (12, 5), (2, 2), (0, 2), (1, 2)] {
            bits.append(value, count)
        }
        // From 0.005 to 1000 cd/m2.
        for (value, count) in [(7, 12), (3_079, 12), (42, 10)] { bits.append(value, count) }
        var payload = bits.bytes
        payload += (0..<4).map { UInt8(truncatingIfNeeded: checksum(payload.dropFirst()) >> (24 - 8 * $0)) } + [0x80]
        return [0, 0, 0, 1, 0x7C, 1] + escaped(payload)
    }

    /// Adds a unit to each coded picture of a byte stream whose pictures begin with a delimiter.
    static func added(to stream: [UInt8], luma: Int) -> [UInt8] {
        let (unit, delimiter) = (unit(luma: luma), [0, 0, 0, 1, 0x46] as [UInt8])
        var result: [UInt8] = []
        for index in stream.indices {
            if index > 0, stream[index...].starts(with: delimiter) { result += unit }
            result.append(stream[index])
        }
        return result + unit
    }

    /// Tells profile 5 in the description of an MP4's first track.
    static func described(_ file: [UInt8]) throws -> [UInt8] {
        let configuration: [UInt8] = [0, 0, 0, 32] + Array("dvcC".utf8) + [1, 0, 5 << 1, 1 << 3 | 5, 0]
        return try MP4Description.adding(
            configuration + [UInt8](repeating: 0, count: 32 - configuration.count), to: "hvc1", of: file)
    }

    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var (result, zeros) = ([UInt8](), 0)
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
        }
    }

    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func append(_ value: Int, _ bits: Int) {
            for bit in (0..<bits).reversed() {
                if count % 8 == 0 { bytes.append(0) }
                if value >> bit & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
                count += 1
            }
        }

        /// The Exp-Golomb code.
        mutating func unsigned(_ value: Int) {
            let length = (value + 1).bitWidth - (value + 1).leadingZeroBitCount
            append(0, length - 1)
            append(value + 1, length)
        }

        mutating func coefficient(percent: Int) {
            unsigned(percent == 100 ? 1 : 0)
            append(percent == 100 ? 0 : percent * (1 << fraction) / 100, fraction)
        }
    }
}
