import Testing

@testable import Mosaic

struct JSONSyntaxErrorTests {
    @Test(arguments: [
        (#"{"a": x}"#, 7), ("[1, 2", 5), ("{} x", 4), (#"{"a" 1}"#, 6), ("{'a': 1}", 2), ("nil", 1), ("", 0),
    ])
    func `finds the byte where a text stops being JSON`(text: String, byte: Int) {
        #expect(JSONSyntaxError(in: Array(text.utf8))?.byte == byte)
    }

    @Test(arguments: [
        ("{\n \"a\": 1\n \"b\": 2}", "line 3, column 2"), ("{", "line 1, column 1"), ("", "line 1, column 1"),
    ])
    func `counts the lines up to the error, and the columns in its line`(text: String, place: String) {
        let bytes = Array(text.utf8)
        #expect(JSONSyntaxError(in: bytes)?.place(in: bytes) == place)
    }

    @Test(arguments: [#"{"a": [1.5e3, null, true, "\u00e4"]}"#, " 7 ", "[]"])
    func `finds no error in JSON`(text: String) {
        #expect(JSONSyntaxError(in: Array(text.utf8)) == nil)
    }
}
