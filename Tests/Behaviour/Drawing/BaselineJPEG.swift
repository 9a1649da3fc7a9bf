import Foundation

/// The smallest writer of JPEGs that decoders take: blocks of 8 x 8 samples of one value each, chroma halved.
struct BaselineJPEG {
    typealias Color = (luma: Int, blue: Int, red: Int)

    let width: Int
    let height: Int

    /// - Parameter color: The color of the block in a column and a row; chroma is taken of every second one.
    func encoded(_ color: (Int, Int) -> Color) -> Data {
        var scan = Scan()
        for y in stride(from: 0, to: (height + 7) / 8, by: 2) {
            for x in stride(from: 0, to: (width + 7) / 8, by: 2) {
                for (right, below) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    scan.append(color(x + right, y + below).luma, of: 0)
                }
                scan.append(color(x, y).blue, of: 1)
                scan.append(color(x, y).red, of: 2)
            }
        }
        return Data([0xFF, 0xD8] + header + scan.finished + [0xFF, 0xD9])
    }

    private var header: [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        return segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
            // A flat block's coefficient is eight times its value, so that dividing by 8 loses nothing.
            + segment(0xDB, [0] + Array(repeating: 8, count: 64))
            + segment(0xC0, [8] + size + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
            + segment(0xC4, [0x00, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] + Array(0...11))
            // Nothing but the end of a block.
            + segment(0xC4, [0x10, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    /// Entropy-coded blocks.
    private struct Scan {
        private var bytes: [UInt8] = []
        private var bits: UInt32 = 0
        private var count = 0
        private var previous = [128, 128, 128]

        /// Codes of the categories of differences, as annex K of the standard has them for luma.
        private static let codes: [(bits: UInt32, count: Int)] = [
            (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b11110, 5),
            (0b111110, 6), (0b111_1110, 7), (0b1111_1110, 8), (0b1_1111_1110, 9),
        ]

        mutating func append(_ value: Int, of component: Int) {
            let difference = value - previous[component]
            previous[component] = value
            let category = Int.bitWidth - abs(difference).leadingZeroBitCount
            put(Self.codes[category].bits, Self.codes[category].count)
            put(UInt32(difference < 0 ? difference + (1 << category) - 1 : difference), category)
            put(0b00, 2)
        }

        var finished: [UInt8] {
            var copy = self
            if count > 0 { copy.put(UInt32(1 << (8 - count)) - 1, 8 - count) }
            return copy.bytes
        }

        private mutating func put(_ value: UInt32, _ length: Int) {
            for place in (0..<length).reversed() {
                bits = bits << 1 | (value >> UInt32(place)) & 1
                count += 1
                guard count == 8 else { continue }
                bytes.append(UInt8(bits & 255))
                if bits & 255 == 255 { bytes.append(0) }
                (bits, count) = (0, 0)
            }
        }
    }
}
