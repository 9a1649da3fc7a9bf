/// PNGs whose pixels are stored, not compressed.
package enum StoredPNG {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameter rgb: Red, green and blue of each pixel, row by row.
    package static func encoded(width: Int, height: Int, _ rgb: [UInt8]) -> [UInt8] {
        let rows = (0..<height).flatMap { y -> [UInt8] in [0] + rgb[3 * width * y..<3 * width * (y + 1)] }
        let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
    }

    package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in body {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        return bigEndian(data.count) + body + bigEndian(Int(~remainder))
    }

    /// A zlib stream of stored blocks.
    package static func zlib(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: max(data.count, 1), by: 65_535) {
            let block = data[start..<min(start + 65_535, data.count)]
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            bytes += [start + 65_535 >= data.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (low, high) = (1, 0)
        for byte in data {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return bytes + bigEndian(high << 16 | low)
    }

    /// Four bytes.
    package static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
