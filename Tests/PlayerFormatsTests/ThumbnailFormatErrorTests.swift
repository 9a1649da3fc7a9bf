import Testing

@testable import PlayerFormats

struct ThumbnailFormatErrorTests {
    @Test func `errors with another code, subject or reason are different`() {
        let error = ThumbnailFormatError(.malformed, "line 3", "It has no number.")
        #expect(error == ThumbnailFormatError(.malformed, "line 3", "It has no number."))
        #expect(error != ThumbnailFormatError(.unsupported, "line 3", "It has no number."))
        #expect(error != ThumbnailFormatError(.malformed, "line 4", "It has no number."))
    }
}
