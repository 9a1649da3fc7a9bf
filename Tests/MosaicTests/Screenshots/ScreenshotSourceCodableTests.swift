import Foundation
import Mosaic
import Testing
import WebVTT

struct ScreenshotSourceCodableTests {
    private func decoded(_ text: String) throws -> Mosaic.ScreenshotSource {
        try JSONDecoder().decode(Mosaic.ScreenshotSource.self, from: Data(text.utf8))
    }

    @Test func `everything but the folder may be left out`() throws {
        #expect(try decoded(#"{"folder":"/films/é 1"}"#) == Mosaic.ScreenshotSource(folder: "/films/é 1"))
        let source = Mosaic.ScreenshotSource(
            folder: "", interval: Timestamp(milliseconds: 500), start: Timestamp(milliseconds: 7), list: "-")
        #expect(try decoded(#"{"folder":"","interval_ms":500,"start_ms":7,"times":"-"}"#) == source)
        let encoded = try JSONEncoder().encode(source)
        #expect(try decoded(String(decoding: encoded, as: UTF8.self)) == source)
    }

    @Test(
        arguments: [
            "{}", #"{"folder":null}"#, #"{"folder":1}"#, #"{"folder":"a","interval_ms":-1}"#, "[]", "\"a\"",
            #"{"folder":"a","interval_ms":0.5}"#, #"{"folder":"a","start_ms":"0"}"#, #"{"folder":"a","times":[]}"#,
        ])
    func `an invalid source is refused`(text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }
}
