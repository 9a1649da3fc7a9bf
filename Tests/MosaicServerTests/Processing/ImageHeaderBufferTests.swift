import Testing
import Tiers

@testable import MosaicServer

struct ImageHeaderBufferTests {
    @Test(.thorough, arguments: [1, 7, 1_000, 65_536])
    func `parses at most three times the received bytes, for any size of parts`(part: Int) {
        var prefix = ImageHeaderBuffer()
        var looks = 0
        var bytesLookedAt = 0
        while prefix.bytes.count < ImageHeaderBuffer.reach {
            guard prefix.append(repeatElement(0, count: min(part, ImageHeaderBuffer.reach - prefix.bytes.count))) else {
                continue
            }
            looks += 1
            bytesLookedAt += prefix.bytes.count
        }
        #expect(looks <= 22 && bytesLookedAt <= 3 * ImageHeaderBuffer.reach)
        #expect(prefix.isFull, "what ends the search is looked at")
    }

    @Test func `a part that doubles the buffer asks for another parse`() {
        var prefix = ImageHeaderBuffer()
        #expect(
            [3, 2, 1, 5, 1, 900].map { prefix.append(repeatElement(0, count: $0)) } == [
                true, false, true, false, true, true,
            ])
        #expect(prefix.bytes.count == 912 && !prefix.isFull)
    }
}
