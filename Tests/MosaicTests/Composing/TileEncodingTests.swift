import Foundation
import Mosaic
import Raster
import Testing

struct TileEncodingTests {
    @Test func `an encoding survives its document`() throws {
        var encoding = TileEncoding()
        encoding.format = .png
        encoding.quality = 100
        encoding.chroma = .yuv444
        encoding.framing = .pad
        encoding.background = RGBColor(red: 1, green: 0, blue: 255)
        let document = try JSONEncoder().encode(encoding)
        #expect(try JSONDecoder().decode(TileEncoding.self, from: document) == encoding)
        #expect(String(decoding: document, as: UTF8.self).contains("\"#0100ff\""))
    }

    @Test(arguments: ["", "#12345", "red", "#gg0000", "#1234567", "##12345"])
    func `a colour of another spelling is refused`(color: String) throws {
        let document = try String(decoding: JSONEncoder().encode(TileEncoding()), as: UTF8.self)
        #expect(document.contains("#000000"))
        let changed = Data(document.replacing("#000000", with: color).utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TileEncoding.self, from: changed) }
    }
}
