import Foundation

/// A writer of PNGs that compresses nothing.
enum StoredPNG {
    /// - Parameter color: Red, green and blue of the pixel in a column and a row.
    static func encoded(width: Int, height: Int, _ color: (Int, Int) -> [UInt8]) -> Data {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows += color(x, y) }
        }
        let size = bytes(UInt32(width)) + bytes(UInt32(height))
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", size + [8, 2, 0, 0, 0])
        file += chunk("IDAT", zlib(rows)) + chunk("IEND", [])
        return Data(file)
    }

    /// A zlib stream of stored blocks.
    private static func zlib(_ content: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = content[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0, UInt8(length & 255), UInt8(length >> 8)]
            stream += [UInt8(~length & 255), UInt8(~length >> 8)] + block
        } while !rest.isEmpty
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in content {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bytes(high << 16 | low)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in checked {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        return bytes(UInt32(content.count)) + checked + bytes(~checksum)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }
}
