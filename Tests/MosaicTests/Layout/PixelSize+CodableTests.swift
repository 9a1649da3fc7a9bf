import Foundation
import Mosaic
import Testing
import TiledJPEG

struct PixelSizeCodableTests {
    @Test func `a size survives its document`() throws {
        let size = PixelSize(width: 1, height: 65_535)
        #expect(try JSONDecoder().decode(PixelSize.self, from: JSONEncoder().encode(size)) == size)
    }

    @Test(
        arguments: [
            #"{"width":0,"height":1}"#, #"{"width":1,"height":-1}"#, #"{"width":65536,"height":1}"#,
            #"{"width":1,"height":9223372036854775807}"#, #"{"width":1,"height":9223372036854775808}"#,
            #"{"width":1}"#, #"{"width":1.5,"height":1}"#, #"{"width":"1","height":1}"#, "[1,1]", "null",
        ])
    func `a size that no picture has is refused`(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PixelSize.self, from: Data(text.utf8)) }
    }
}
