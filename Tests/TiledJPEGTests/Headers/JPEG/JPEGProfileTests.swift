import Testing
import TiledJPEG

struct JPEGProfileTests {
    private func segment(_ number: UInt8, of count: UInt8, _ data: [UInt8]) -> [UInt8] {
        DrawnJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + data)
    }

    private func profile(_ segments: [UInt8]) -> [UInt8]? { JPEGProfile.read(DrawnJPEG(metadata: segments).bytes) }

    @Test func `segments are joined by their numbers`() {
        #expect(profile(segment(1, of: 1, [1, 2])) == [1, 2])
        #expect(profile(segment(2, of: 3, [3]) + segment(1, of: 3, [1, 2]) + segment(3, of: 3, [4])) == [1, 2, 3, 4])
    }

    @Test func `missing and repeated segments and segments with different counts give no profile`() {
        #expect(profile([]) == nil)
        #expect(profile(segment(1, of: 2, [1])) == nil)
        #expect(profile(segment(1, of: 2, [1]) + segment(1, of: 2, [2])) == nil)
        #expect(profile(segment(1, of: 2, [1]) + segment(2, of: 3, [2])) == nil)
        #expect(profile(segment(0, of: 0, [1])) == nil)
    }

    @Test func `a profile has a limit`() {
        let part = [UInt8](repeating: 0, count: 60_000)
        let four = (1...4).flatMap { segment($0, of: 4, part) }
        #expect(profile(four)?.count == 240_000)
        #expect(profile((1...5).flatMap { segment($0, of: 5, part) }) == nil)
    }
}
