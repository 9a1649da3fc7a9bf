import Testing

@testable import Mosaic

struct JSONSyntaxErrorTests {
    @Test(arguments: [
        (#"{"a": x}"#, 7), ("[1, 2", 5), ("{} x", 4), (#"{"a" 1}"#, 6), ("{'a': 1}", 2), ("nil", 1), ("", 0),
    ])
    func `finds the byte where a text stops being JSON`(text: String, byte: Int) {
        #expect(JSONSyntaxError(in: Array(text.utf8))?.byte == byte)
    }

    @Test(arguments: [#"{"a": [1.5e3, null, true, "\u00e4"]}"#, " 7 ", "[]"])
    func `finds no error in JSON`(text: String) {
        #expect(JSONSyntaxError(in: Array(text.utf8)) == nil)
    }
}
