import CJPEGOracle
import Raster
import Testing
import TiledJPEG

struct JPEGHeaderObstacleTests {
    /// Why a file is refused; nil where it is decoded.
    private func code(_ file: [UInt8]) -> ImageError.Code? {
        guard case .failure(let error) = ScaledJPEGDecoder().decode([file], at: .quarter)[0] else { return nil }
        return error.code
    }

    private var plain: JPEGSurgery { JPEGSurgery(SeededJPEG().encoded()) }

    @Test func `other coding processes are left to the general decoder`() {
        #expect(code(SeededJPEG(process: CJPEGOracleProcessProgressive).encoded()) == .unsupported)
        #expect(code(SeededJPEG(process: CJPEGOracleProcessArithmetic).encoded()) == .unsupported)
        #expect(code(SeededJPEG(process: CJPEGOracleProcessSeveralScans).encoded()) == .unsupported)
    }

    @Test func `extended sequential coding is decoded like baseline`() {
        var file = plain
        file.bytes[file.offset(of: 0xC0) + 1] = 0xC1
        #expect(code(file.bytes) == nil)
    }

    @Test func `RGB and CMYK are left to the general decoder`() {
        let rgb = SeededJPEG(sampling: [(1, 1), (1, 1), (1, 1)], color: CJPEGOracleColorRGB)
        #expect(code(rgb.encoded()) == .unsupported)
        #expect(code(SeededJPEG(components: 4, sampling: [(1, 1), (1, 1), (1, 1), (1, 1)]).encoded()) == .unsupported)
    }

    @Test func `sampling factors above 2 are left to the general decoder`() {
        #expect(code(SeededJPEG(sampling: [(4, 1), (1, 1), (1, 1)]).encoded()) == .unsupported)
        #expect(code(SeededJPEG(sampling: [(1, 4), (1, 1), (1, 1)]).encoded()) == .unsupported)
        #expect(code(SeededJPEG(sampling: [(3, 1), (1, 1), (1, 1)]).encoded()) == .unsupported)
    }

    @Test func `a JFIF version that libjpeg warns of is refused`() {
        var file = plain
        var jfif = file.payload(0xE0)
        jfif[5] = 2
        file.replace(0xE0, jfif)
        #expect(LibJPEG.planes(of: file.bytes, eighths: 2)?.warnings == 1)
        #expect(code(file.bytes) == .unsupported)
    }

    @Test func `an Adobe transform that libjpeg does not know is refused, the usual one is not`() {
        func adobe(_ transform: UInt8) -> [UInt8] {
            plain.inserting(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
        }
        #expect(code(adobe(1)) == nil)
        #expect(code(adobe(0)) == .unsupported)
        #expect(code(adobe(7)) == .unsupported)
    }

    @Test func `comments and application segments are skipped, reserved segments are not`() {
        #expect(code(plain.inserting(0xFE, Array("hello".utf8))) == nil)
        #expect(code(plain.inserting(0xE7, [1, 2, 3])) == nil)
        #expect(code(plain.inserting(0xF0, [1, 2, 3])) == .unsupported)
        #expect(code(plain.inserting(0xCC, [0x00, 0x10])) == .unsupported)
    }

    @Test func `a size beyond libjpeg's own is refused`() {
        var file = plain
        let frame = file.offset(of: 0xC0)
        file.bytes[frame + 7] = 0xFF
        file.bytes[frame + 8] = 0xFF
        #expect(code(file.bytes) == .unsupported)
        #expect(LibJPEG.planes(of: file.bytes, eighths: 2) == nil)
    }

    @Test func `a scan that is not the whole of a sequential picture is refused`() {
        for (offset, value) in [(1, 1), (2, 62), (3, 0x10), (3, 1)] as [(Int, UInt8)] {
            var file = plain
            // First, last coefficient and bit positions are the last three bytes of the scan header.
            file.bytes[file.entropyStart - 4 + offset] = value
            #expect(code(file.bytes) == .malformed)
        }
    }
}
