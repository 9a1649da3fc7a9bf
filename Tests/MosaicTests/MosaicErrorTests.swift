import Mosaic
import Testing

struct MosaicErrorTests {
    @Test func `an error reads as its subject and one sentence`() {
        let error = MosaicError(.malformed, "mosaic.json", "The version is 2.")
        #expect("\(error)" == "mosaic.json: The version is 2.")
        #expect(error.code == .malformed)
        #expect(error.code != .damaged)
    }
}
