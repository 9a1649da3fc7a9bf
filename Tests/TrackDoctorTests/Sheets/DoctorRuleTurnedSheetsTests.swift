import Testing
import TiledJPEG
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTurnedSheetsTests {
    @Test func `a sheet with an orientation is found`() throws {
        // A GIF of 1x1 has no orientation; the JPEG's says that it lies on its side.
        let exif: [UInt8] =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
            + [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xD9]
        let header = try ImageHeader(parsing: jpeg)
        #expect(DoctorRule.turnedSheets.lines(sheet(.picture(header))) == [3])
        #expect(DoctorRule.turnedSheets.lines(try sheet(16, 9)) == [])
        #expect(sheet(.picture(header)).size == PixelSize(width: 9, height: 16))
    }
}
