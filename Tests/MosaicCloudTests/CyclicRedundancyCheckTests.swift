import Seeded
import Testing

@testable import MosaicCloud

struct CyclicRedundancyCheckTests {
    private static let contents: [[UInt8]] = {
        var random = SeededGenerator(seed: 170)
        return (Array(0...200) + [1_000, 65_537]).map { count in
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }()

    @Test func `checks of redundancy have the values of their specifications`() {
        let digits = Array("123456789".utf8)
        #expect(CyclicRedundancyCheck.crc32(digits) == 0xCBF4_3926)
        #expect(CyclicRedundancyCheck.crc32C(digits) == 0xE306_9283)
        #expect(CyclicRedundancyCheck.crc64NVME(digits) == 0xAE8B_1486_0A79_9888)
        // RFC 3720, B.4: 32 bytes of zeros, and 32 that ascend.
        #expect(CyclicRedundancyCheck.crc32C([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(CyclicRedundancyCheck.crc32C(Array(0..<32)) == 0x46DD_794E)
        // Each length takes another mixture of eight bytes and one.
        for content in Self.contents {
            var word = UInt64.max
            for byte in content {
                word ^= UInt64(byte)
                for _ in 0..<8 { word = word & 1 == 1 ? word >> 1 ^ 0x9A6C_9329_AC4B_C9B5 : word >> 1 }
            }
            #expect(CyclicRedundancyCheck.crc64NVME(content) == ~word)
        }
    }
}
