/// The cyclic redundancy checks that S3 stores beside objects, all reflected.
enum CyclicRedundancyCheck {
    /// As in zlib. See ITU-T V.42.
    static func crc32(_ bytes: [UInt8]) -> UInt32 { check(bytes, ieee) }

    /// Castagnoli's. See RFC 3720, B.4.
    static func crc32C(_ bytes: [UInt8]) -> UInt32 { check(bytes, castagnoli) }

    /// NVM Express's. See NVM Express NVM Command Set Specification, 5.2.1.3.4.
    static func crc64NVME(_ bytes: [UInt8]) -> UInt64 { check(bytes, nvme) }

    private static let ieee = tables(UInt32(0xEDB8_8320))
    private static let castagnoli = tables(UInt32(0x82F6_3B78))
    private static let nvme = tables(UInt64(0x9A6C_9329_AC4B_C9B5))

    /// Eight tables of 256, one after the other: those of a byte with as many bytes behind it.
    private static func tables<Word: FixedWidthInteger & UnsignedInteger>(_ polynomial: Word) -> [Word] {
        var tables = [Word](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var word = Word(byte)
            for _ in 0..<8 { word = word & 1 == 1 ? word >> 1 ^ polynomial : word >> 1 }
            tables[byte] = word
        }
        for index in 256..<8 * 256 {
            let word = tables[index - 256]
            tables[index] = word >> 8 ^ tables[Int(word & 0xFF)]
        }
        return tables
    }

    @inline(__always)
    private static func check<Word: FixedWidthInteger & UnsignedInteger>(_ bytes: [UInt8], _ tables: [Word]) -> Word {
        var word = Word.max
        var index = 0
        while index + 8 <= bytes.count {
            // Eight bytes at once, with the word over the first ones.
            var next: Word = 0
            for lane in 0..<8 {
                let covered = lane < Word.bitWidth / 8 ? UInt8(truncatingIfNeeded: word >> Word(8 * lane)) : 0
                next ^= tables[(7 - lane) << 8 | Int(bytes[index + lane] ^ covered)]
            }
            word = next
            index += 8
        }
        while index < bytes.count {
            word = word >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: word) ^ bytes[index])]
            index += 1
        }
        return ~word
    }
}
