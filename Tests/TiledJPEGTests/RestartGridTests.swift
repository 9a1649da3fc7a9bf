import CJPEGOracle
import Testing

@testable import TiledJPEG

struct RestartGridTests {
    func error(_ bytes: [UInt8]) -> TiledJPEGError? {
        do {
            _ = try RestartGrid(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }

    /// A picture of 64x48 pixels and 12 MCUs.
    func surgery(_ picture: SyntheticPicture = SyntheticPicture()) -> JPEGSurgery {
        JPEGSurgery(picture.encoded(seed: 1))
    }

    @Test(arguments: [(1, 4), (2, 2), (4, 1)])
    func `the grid counts intervals and MCU rows`(interval: Int, columns: Int) throws {
        let grid = try RestartGrid(parsing: SyntheticPicture(restartInterval: interval).encoded(seed: 1))
        #expect(grid.columns == columns)
        #expect(grid.rows == 3)
        #expect(grid.size == PixelSize(width: 64, height: 48))
        #expect(grid.format.intervalSize == PixelSize(width: 16 * interval, height: 16))
    }

    @Test(arguments: [0, 3, 5, 8, 12])
    func `an interval that is absent or does not divide the MCU row is not tiled`(interval: Int) {
        #expect(error(SyntheticPicture(restartInterval: interval).encoded(seed: 1))?.code == .notTiled)
    }

    @Test func `the message has the numbers`() {
        let picture = SyntheticPicture(restartInterval: 3)
        #expect(
            error(picture.encoded(seed: 1))?.description
                == "FFDD: A restart interval of 3 does not divide a row of 4 MCUs.")
    }

    @Test(arguments: [
        CJPEGOracleProcessProgressive, CJPEGOracleProcessArithmetic, CJPEGOracleProcessSeveralScans,
    ])
    func `progressive and arithmetic pictures and several scans are not tiled`(process: CJPEGOracleProcess) {
        #expect(error(SyntheticPicture(process: process).encoded(seed: 1))?.code == .notTiled)
    }

    @Test func `a picture of 12 bits is not tiled`() {
        var surgery = surgery()
        let frame = surgery.offset(of: 0xC0)
        surgery.bytes[frame + 1] = 0xC1
        surgery.bytes[frame + 4] = 12
        #expect(error(surgery.bytes)?.code == .notTiled)
    }

    @Test func `8 bits of the extended sequential process are tiled`() {
        var surgery = surgery()
        surgery.bytes[surgery.offset(of: 0xC0) + 1] = 0xC1
        #expect(error(surgery.bytes) == nil)
    }

    @Test func `a height left to a DNL segment is not tiled`() {
        var surgery = surgery()
        let frame = surgery.offset(of: 0xC0)
        surgery.bytes.replaceSubrange(frame + 5..<frame + 7, with: [0, 0])
        surgery.bytes.insert(contentsOf: [0xFF, 0xDC, 0, 4, 0, 48], at: surgery.bytes.count - 2)
        #expect(error(surgery.bytes)?.code == .notTiled)
    }

    @Test(arguments: [[0xFF, 0xDC, 0, 4, 0, 48], [0xFF, 0xFE, 0, 3, 1], [0xFF, 0xD8]] as [[UInt8]])
    func `a picture that goes on after its scan is not tiled`(segment: [UInt8]) {
        var surgery = surgery()
        surgery.bytes.insert(contentsOf: segment, at: surgery.bytes.count - 2)
        #expect(error(surgery.bytes)?.code == .notTiled)
    }

    @Test(arguments: [0xDE, 0xDF, 0xC8, 0xCC, 0xF0, 0x02] as [UInt8])
    func `segments that have no place in a baseline picture are not tiled`(marker: UInt8) {
        #expect(error(surgery().inserting([0xFF, marker, 0, 4, 1, 1]))?.code == .notTiled)
    }

    @Test func `a file that is not a JPEG is not tiled`() {
        #expect(error([])?.code == .notTiled)
        #expect(error([0x89, 0x50, 0x4E, 0x47])?.code == .notTiled)
    }

    @Test(arguments: [32, 47 + 2, 80])
    func `too few or too many segments for the height are malformed`(height: UInt8) {
        var surgery = surgery()
        surgery.bytes[surgery.offset(of: 0xC0) + 6] = height
        #expect(error(surgery.bytes)?.code == .malformed)
    }

    @Test func `an empty segment is malformed`() {
        var surgery = surgery()
        surgery.bytes.removeSubrange(surgery.segments[1])
        #expect(error(surgery.bytes)?.code == .malformed)
    }

    @Test func `restart markers out of turn are malformed`() {
        var surgery = surgery()
        surgery.bytes[surgery.segments[0].upperBound + 1] = 0xD3
        #expect(error(surgery.bytes)?.code == .malformed)
    }

    @Test func `a table that is not defined is malformed`() {
        var surgery = surgery()
        surgery.bytes[surgery.offset(of: 0xC4) + 4] = 3
        #expect(error(surgery.bytes)?.code == .malformed)
    }

    @Test func `more than ten blocks in an MCU are malformed`() {
        var surgery = surgery(SyntheticPicture(sampling: (1, 1)))
        surgery.bytes[surgery.offset(of: 0xC0) + 11] = 0x33
        #expect(error(surgery.bytes)?.code == .malformed)
    }

    @Test func `scans of some components or coefficients are not tiled`() {
        for place in [11, 12, 13] {
            var surgery = surgery()
            surgery.bytes[surgery.offset(of: 0xDA) + place] = [11: 1, 12: 62, 13: 1][place] ?? 0
            #expect(error(surgery.bytes)?.code == .notTiled)
        }
    }

    @Test func `fill bytes before markers and bytes behind the end are tolerated and not written`() throws {
        let clean = surgery().bytes
        var surgery = surgery()
        surgery.bytes.insert(contentsOf: [0xFF, 0xFF], at: surgery.segments[1].upperBound)
        surgery.bytes.insert(0xFF, at: surgery.bytes.count - 2)
        surgery.bytes += [0, 1, 2, 0xFF, 0xDA, 0xFF]
        #expect(try EncodedTile(parsing: surgery.bytes).encoded() == clean)
    }
}
