/// A flat gray JPEG put together segment by segment, so that a test can break exactly one of them.
///
/// With its defaults it is a legal baseline picture of 40x20 pixels in 4:2:0: every coefficient is zero and every code
/// one bit long, so an MCU of six blocks is twelve zero bits.
struct DrawnJPEG {
    var width = 40
    var height = 20
    var frameMarker: UInt8 = 0xC0
    var precision: UInt8 = 8
    /// Identifier, sampling factors, quantization table.
    var components: [[UInt8]] = [[1, 0x22, 0], [2, 0x11, 1], [3, 0x11, 1]]
    /// Identifier, DC and AC table.
    var scanComponents: [[UInt8]] = [[1, 0x00], [2, 0x11], [3, 0x11]]
    var band: [UInt8] = [0, 63, 0]
    /// Whole segments between the JFIF segment and the tables.
    var metadata: [UInt8] = []
    /// MCUs between restart markers; with nil there is no DRI segment.
    var restartInterval: Int? = 3
    var entropy: [UInt8] = [0x00, 0x00, 0x00, 0x00, 0x0F, 0xFF, 0xD0, 0x00, 0x00, 0x00, 0x00, 0x0F]
    var trailer: [UInt8] = [0xFF, 0xD9]

    static let startOfImage: [UInt8] = [0xFF, 0xD8]
    static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + bigEndian16(payload.count + 2) + payload
    }

    static func bigEndian16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    /// Two tables of ones; with `precision` 1 their values take 16 bits.
    static func quantizers(precision: UInt8 = 0) -> [UInt8] {
        let value: [UInt8] = precision == 0 ? [1] : [1, 2]
        let values = Array(repeatElement(value, count: 64).joined())
        return segment(0xDB, [precision << 4] + values + [precision << 4 | 1] + values)
    }

    /// A table whose codes are `counts` (the rest zero) and whose symbols count up from 0.
    static func huffman(_ head: UInt8, counts: [UInt8]) -> [UInt8] {
        let total = counts.reduce(0) { $0 + Int($1) }
        let padded = counts + Array(repeating: 0, count: max(0, 16 - counts.count))
        return [head] + padded + (0..<total).map { UInt8(truncatingIfNeeded: $0) }
    }

    static let huffmanTables = segment(
        0xC4, [0x00, 0x01, 0x10, 0x11].flatMap { huffman($0, counts: [1]) })

    var frame: [UInt8] {
        let sides = Self.bigEndian16(height) + Self.bigEndian16(width)
        return Self.segment(
            frameMarker, [precision] + sides + [UInt8(components.count)] + components.flatMap { $0 })
    }

    var scan: [UInt8] {
        Self.segment(0xDA, [UInt8(scanComponents.count)] + scanComponents.flatMap { $0 } + band)
    }

    /// Everything before the entropy-coded data.
    var head: [UInt8] {
        var bytes = Self.startOfImage + Self.jfif + metadata + Self.quantizers() + frame + Self.huffmanTables
        if let restartInterval { bytes += Self.segment(0xDD, Self.bigEndian16(restartInterval)) }
        return bytes + scan
    }

    var bytes: [UInt8] { head + entropy + trailer }
}
