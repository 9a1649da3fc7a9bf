import Testing
import TiledJPEG
import WebVTT

@testable import TrackDoctor

struct DoctorRuleSheetsTests {
    @Test func `a sheet that did not come is found where it is first named, without its query`() throws {
        let finding = DoctorRule.missingSheets.finding(in: [
            try sheet(16, 9), sheet(.missing("The server answers with status 404.")), sheet(.unreadable("x")),
        ])
        #expect(finding?.count == 1)
        #expect(finding?.line == 3)
        #expect(finding?.message == "\"sheet-0.png\": The server answers with status 404.")
    }

    @Test func `a sheet that is not a picture is found`() throws {
        #expect(DoctorRule.unreadableSheets.lines(sheet(.unreadable("It is HTML.")), sheet(.missing("x"))) == [3])
        #expect(DoctorRule.unreadableSheets.lines(try sheet(16, 9)) == [])
    }

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

    @Test(arguments: [(4096, 4096, false), (4097, 1, true), (1, 4097, true)])
    func `a side of more than 4096 pixels is found`(width: Int, height: Int, isFound: Bool) throws {
        #expect(DoctorRule.oversizedSheets.lines(try sheet(width, height)).isEmpty != isFound)
    }

    @Test(arguments: [(2048, 2048, false), (2049, 1, true), (1, 4096, true), (4097, 3000, false)])
    func `a longest side of 2049 to 4096 pixels is found`(width: Int, height: Int, isFound: Bool) throws {
        #expect(DoctorRule.largeSheets.lines(try sheet(width, height)).isEmpty != isFound)
    }

    @Test func `rectangles that reach past an edge are found on their cues' lines`() throws {
        let fragments = [
            "xywh=0,0,160,90", "xywh=1,0,160,90", "xywh=0,1,160,90", "xywh=160,0,1,1", "xywh=9223372036854775807,0,1,1",
            "xywh=percent:0,0,100,100", "xywh=percent:50,0,51,100", "", "xywh=0,0,0,9", "xywh=159,89,1,1",
        ]
        #expect(DoctorRule.outsideTheSheet.lines(try sheet(160, 90, fragments)) == [6, 9, 12, 15, 21])
    }

    @Test func `without a size nothing can be outside`() {
        #expect(DoctorRule.outsideTheSheet.lines(sheet(.missing("x"), ["xywh=9999,0,1,1"])) == [])
    }
}
