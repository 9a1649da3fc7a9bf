@testable import Raster
import Testing

struct EntropyBytesTests {
    /// Bytes with many 0xFF, stuffed as in a file.
    private func stuffed(_ count: Int, _ random: inout SeededGenerator) -> (plain: [UInt8], stuffed: [UInt8]) {
        let plain: [UInt8] = (0..<count).map { _ in
            random.next() % 5 == 0 ? 0xFF : UInt8(truncatingIfNeeded: random.next())
        }
        return (plain, plain.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] as [UInt8] })
    }

    @Test func `segments lose their stuffed zeros and end in a fence of ones`() {
        var random = SeededGenerator(seed: 1)
        let entropy = EntropyBytes()
        for count in 0..<70 {
            let parts = (0..<3).map { _ in stuffed(count, &random) }
            let file: [UInt8] = parts.flatMap { $0.stuffed + [0xFF, 0xD0] as [UInt8] }
            var start = 0
            let ranges = parts.map { part in
                defer { start += part.stuffed.count + 2 }
                return start..<start + part.stuffed.count
            }
            entropy.fill(from: file, ranges)
            #expect(entropy.segments.count == 3)
            for (part, bits) in zip(parts, entropy.segments) {
                #expect(bits.count == 8 * count)
                let bytes = UnsafeRawBufferPointer(
                    start: entropy.start + bits.lowerBound / 8, count: count + EntropyBytes.fence)
                #expect(Array(bytes) == part.plain + Array(repeating: 0xFF, count: EntropyBytes.fence))
            }
            #expect(entropy.count == 3 * (count + EntropyBytes.fence))
        }
    }

    @Test func `the fence covers the overrun of a symbol and a load after it`() {
        // A symbol begins before the end at the latest and has 16 + 15 bits; a window shows 63 bits behind it at most, and
        // 8 bytes are loaded there.
        #expect((16 + 15 - 1 + 63) / 8 + 8 <= EntropyBytes.fence)
    }
}
import Seeded
