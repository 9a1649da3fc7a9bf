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
        (#"{"port": 80"#, "it is cut off after byte 11"), (#"{"a": "x"#, "it is cut off after byte 8"),
        ("[tru", "it is cut off after byte 4"), (#"["\u12"#, "it is cut off after byte 6"),
        ("", "it is cut off after byte 0"), (#"{"a":1} t"#, "byte 9 of 9 is wrong"),
        ("{t", "byte 2 of 2 is wrong; keys take double quotes"),
        ("[1 n", "byte 4 of 4 is wrong"), ("-t", "byte 2 of 2 is wrong"), (#"{"a": n"#, "it is cut off after byte 7"),
        ("[1,]", "byte 4 of 4 is wrong"), ("[01]", "byte 3 of 4 is wrong"),
        (#"["\q"]"#, "byte 4 of 6 is wrong"), ("[\"\\n\n\"]", "byte 5 of 7 is wrong"),
    ])
    func `says whether a text is cut off, or which byte is wrong`(text: String, words: String) {
        let bytes = Array(text.utf8)
        #expect(JSONSyntaxError(in: bytes)?.words(in: bytes) == words)
    }

    @Test(arguments: [
        ("{\n \"a\": 1\n \"b\": 2}", "line 3, column 2"), ("{", "line 1, column 1"), ("", "line 1, column 1"),
    ])
    func `counts the lines up to the error, and the columns in its line`(text: String, place: String) {
        let bytes = Array(text.utf8)
        #expect(JSONSyntaxError(in: bytes)?.place(in: bytes) == place)
    }

    @Test func `an empty text is called empty`() {
        #expect(MosaicError(json: "It is not an object.").description(in: []) == "The file is empty.")
    }

    @Test(arguments: [#"{"a": [1.5e3, null, true, "\u00e4"]}"#, " 7 ", "[]"])
    func `finds no error in JSON`(text: String) {
        #expect(JSONSyntaxError(in: Array(text.utf8)) == nil)
    }
}
