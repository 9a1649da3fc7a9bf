import Testing

@testable import MosaicServer

struct FieldTextTests {
    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("0042", 42), ("9223372036854775806", .max - 1), ("9223372036854775807", .max),
            ("9223372036854775808", .max), ("92233720368547758070", .max), (String(repeating: "9", count: 5_000), .max),
            (String(repeating: "0", count: 5_000) + "1", 1),
        ] as [(String, Int)])
    func `a number too large for an integer is the largest one`(text: String, number: Int) {
        #expect(FieldText.number(Substring(text).utf8) == number)
    }

    @Test(arguments: ["", "-1", "+1", " 1", "1 ", "0x1", "1e3", "1.0", "١", "a", "99999999999999999999x"])
    func `only digits make a number`(text: String) {
        #expect(FieldText.number(Substring(text).utf8) == nil)
    }

    @Test(arguments: [("", ""), (" ", ""), ("\t a b \t", "a b"), ("a", "a"), ("\u{A0}a", "\u{A0}a"), ("\na", "\na")])
    func `white space is spaces and tabs`(text: String, trimmed: String) {
        #expect(String(Substring(FieldText.trimmed(Substring(text).utf8))) == trimmed)
    }
}
