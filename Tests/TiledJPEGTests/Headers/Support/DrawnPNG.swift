/// A PNG up to the chunks of a test; its checksums are zero, which a header reader ignores.
struct DrawnPNG {
    var width = 96
    var height = 54
    var bitDepth: UInt8 = 8
    var colorType: UInt8 = 2
    var compression: UInt8 = 0
    var filter: UInt8 = 0
    var interlace: UInt8 = 0
    var chunks: [UInt8] = []

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func bigEndian32(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 0xFF), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    static func chunk(_ type: String, _ payload: [UInt8], length: Int? = nil) -> [UInt8] {
        bigEndian32(length ?? payload.count) + Array(type.utf8) + payload + [0, 0, 0, 0]
    }

    var header: [UInt8] {
        Self.chunk(
            "IHDR",
            Self.bigEndian32(width) + Self.bigEndian32(height) + [bitDepth, colorType, compression, filter, interlace])
    }

    var bytes: [UInt8] {
        Self.signature + header + chunks + Self.chunk("IDAT", [1, 2, 3]) + Self.chunk("IEND", [])
    }
}
