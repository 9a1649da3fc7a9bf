import TiledJPEG

/// An RGB PNG whose pixels are stored, not compressed.
enum StoredPNG {
    static func encoded(_ size: PixelSize, _ rgb: [UInt8]) -> [UInt8] {
        let stride = 3 * size.width
        let rows = (0..<size.height).flatMap { y -> [UInt8] in [0] + rgb[y * stride..<(y + 1) * stride] }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header: [UInt8] = bigEndian(size.width) + bigEndian(size.height) + [8, 2, 0, 0, 0]
        return [signature, chunk("IHDR", header), chunk("IDAT", zlib(rows)), chunk("IEND", [])].flatMap(\.self)
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in body {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        return bigEndian(data.count) + body + bigEndian(Int(~remainder))
    }

    private static func zlib(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let block = data[start..<min(start + 65_535, data.count)]
            let isLast: UInt8 = block.endIndex == data.count ? 1 : 0
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            bytes += [isLast, low, high, ~low, ~high] + block
        }
        var (low, high) = (1, 0)
        for byte in data {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return bytes + bigEndian(high << 16 | low)
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
