import Seeded
import Testing
import TiledJPEG

/// Damaged files are read or refused without a trap, and all ranges read lie inside the file.
struct DamageTests {
    private let jpeg = DrawnJPEG(metadata: DrawnExif(bigEndian: false, earlierEntries: 2).segment).bytes
    private let png = DrawnPNG(chunks: DrawnPNG.chunk("eXIf", DrawnExif().tiff)).bytes

    /// Walks `bytes` with every reader; false where a result contradicts what the readers promise.
    private func keepsPromises(_ bytes: [UInt8]) -> Bool {
        if let header = try? ImageHeader(parsing: bytes) {
            guard header.size.width >= 1, header.size.height >= 1 else { return false }
        }
        guard var reader = try? JPEGSegmentReader(bytes), let header = try? JPEGHeader(&reader) else { return true }
        var end = 2
        for segment in header.segments {
            guard segment.range.lowerBound >= end, segment.payload.lowerBound >= segment.range.lowerBound + 2,
                segment.payload.upperBound == segment.range.upperBound, bytes[segment.range.lowerBound] == 0xFF
            else { return false }
            end = segment.range.upperBound
        }
        guard end <= bytes.count, reader.position == end, header.entropyStart == end else { return false }
        guard header.frame.mcuGrid.pixelCount >= 1, header.scan.band.upperBound <= 63,
            header.scan.components.allSatisfy({ header.frame.components.indices.contains($0.index) })
        else { return false }
        guard let ranges = try? reader.entropySegments() else { return true }
        for range in ranges {
            guard range.lowerBound >= end, range.upperBound <= reader.position else { return false }
            end = range.upperBound
        }
        return reader.position < bytes.count && bytes[reader.position] == 0xFF
    }

    @Test func `every prefix is read or refused`() {
        for bytes in [jpeg, png] {
            for length in 0...bytes.count { #expect(keepsPromises(Array(bytes.prefix(length))), "\(length) bytes") }
        }
    }

    @Test func `a prefix of a JPEG without its scan is always truncated`() {
        let head = DrawnJPEG().head
        for length in 2..<head.count {
            #expect(failureCode { try JPEGHeader(parsing: Array(head.prefix(length))) } == .truncated)
        }
        #expect(failureCode { try JPEGHeader(parsing: head) } == nil)
    }

    @Test func `every changed bit is read or refused`() {
        for bytes in [jpeg, png] {
            for index in bytes.indices {
                for bit in 0..<8 {
                    var damaged = bytes
                    damaged[index] ^= 1 << bit
                    #expect(keepsPromises(damaged), "byte \(index), bit \(bit)")
                }
            }
        }
    }

    @Test func `random damage is read or refused`() {
        var random = SeededGenerator(seed: 2)
        for round in 0..<20_000 {
            var damaged = round % 4 == 0 ? png : jpeg
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[at] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged[at] = Bool.random(using: &random) ? 0xFF : 0x00
                case 2: damaged.remove(at: at)
                default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: at)
                }
            }
            #expect(keepsPromises(damaged), "round \(round)")
        }
    }

    @Test func `random bytes behind a signature are read or refused`() {
        var random = SeededGenerator(seed: 3)
        let signatures: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], DrawnPNG.signature + DrawnPNG().header, Array("GIF89a".utf8),
            Array("RIFF....WEBPVP8X".utf8),
        ]
        for _ in 0..<5_000 {
            for signature in signatures {
                let count = Int.random(in: 0...64, using: &random)
                let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                #expect(keepsPromises(signature + noise))
            }
        }
    }
}
