import Testing

@testable import TiledJPEG

struct TiledJPEGErrorTests {
    @Test func `the description of a header error is kept and its code is translated`() {
        let codes: [(TiledJPEGError.Code, TiledJPEGError.Code)] = [
            (.malformed, .malformed), (.truncated, .malformed), (.unsupported, .notTiled),
            (.unrecognizedFormat, .notTiled),
        ]
        for (code, expected) in codes {
            let error = TiledJPEGError(code, "byte 7", "It ends.").ofTiles
            #expect(error.code == expected)
            #expect(error.description == "byte 7: It ends.")
        }
    }
}
