import Testing

@testable import TiledJPEG

struct TiledJPEGErrorTests {
    @Test func `the description of a header error is kept and its code is translated`() {
        let codes: [(ImageHeaderError.Code, TiledJPEGError.Code)] = [
            (.malformed, .malformed), (.truncated, .malformed), (.unsupported, .notTiled),
            (.unrecognizedFormat, .notTiled),
        ]
        for (code, expected) in codes {
            let error = TiledJPEGError(ImageHeaderError(code, "byte 7", "It ends."))
            #expect(error.code == expected)
            #expect(error.description == "byte 7: It ends.")
        }
    }
}
