import Foundation
import Seeded
import Testing

@testable import Mosaic

struct JSONReaderTests {
    /// Whether the whole text is one JSON value.
    private func isRead(_ bytes: [UInt8]) -> Bool {
        var reader = JSONReader(bytes)
        do {
            try reader.skip()
            try reader.end()
            return true
        } catch {
            return false
        }
    }

    private func string(_ text: String) throws -> String {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.string()
        try reader.end()
        return value
    }

    private func integer<Number: FixedWidthInteger>(_ text: String, as _: Number.Type) throws -> Number {
        var reader = JSONReader(Array(text.utf8))
        let value: Number = try reader.integer()
        try reader.end()
        return value
    }

    @Test(arguments: [
        "{}", "[]", " [ 1 , -0 , 0.5e+7 , 1E2, -3.25e-1 ] ", "{\"a\":{\"a\":[{}]},\"b\":null}", "true", "\"\"",
        "[[],[]]",
        "\t\r\n{\"\":0}\n", "\"\\u00e9\\ud83d\\ude00\\b\\f\\/\"",
    ])
    func `a document is read to its end`(text: String) { #expect(isRead(Array(text.utf8))) }

    @Test(arguments: [
        "", " ", "{", "}", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "-", "1.",
        ".5", "1e",
        "+1", "tru", "nul", "True", "\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
        "\"\\udc00\"", "\"\n\"", "[] []", "{} x", "\u{FEFF}{}", "'a'", "NaN", "[1]]", "{\"a\":1 \"b\":2}",
    ])
    func `an invalid document is refused`(text: String) { #expect(!isRead(Array(text.utf8))) }

    @Test func `exactly the documents that Foundation accepts are accepted`() {
        var random = SeededGenerator(seed: 31)
        let words = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\n\"", "1", "-2", "0.5", "0e0", "true", "null", " ", "\"é\"",
        ]
        var documents = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...7, using: &random)
            let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            let expected =
                (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
            documents += expected ? 1 : 0
            #expect(isRead(Array(text.utf8)) == expected, "\(text)")
        }
        #expect(documents > 1_000, "the draw has to hold both kinds")
    }

    @Test(arguments: [
        ("\"\"", ""), ("\"a\\\"b\\\\c\\/d\"", "a\"b\\c/d"), ("\"\\b\\f\\n\\r\\t\"", "\u{8}\u{C}\n\r\t"),
        ("\"\\u0041\\u00E9\\u65e5\"", "Aé日"), ("\"\\uD83D\\uDE00!\"", "😀!"), ("\"日本\"", "日本"), (" \"x\" ", "x"),
        ("\"\\u0000\"", "\0"),
    ])
    func `the escapes of a string are decoded`(text: String, value: String) throws {
        #expect(try string(text) == value)
    }

    @Test func `every scalar comes through, plain and as escapes`() throws {
        var scalar: UInt32 = 0
        while scalar < 0x11_0000 {
            defer { scalar += scalar < 0x900 ? 1 : 1_021 }
            guard let character = Unicode.Scalar(scalar) else { continue }
            let text = String(Character(character))
            let units = text.utf16.map {
                "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
            }
            #expect(try string("\"\(units.joined())\"").unicodeScalars.elementsEqual(text.unicodeScalars))
            guard scalar >= 32, character != "\"", character != "\\" else { continue }
            #expect(try string("\"\(text)\"").unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }

    @Test func `strings that are not UTF-8 are refused`() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE6, 0x97]] {
            #expect(!isRead([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]))
        }
    }

    @Test func `an integer is read up to the ends of its range`() throws {
        #expect(try integer("9223372036854775807", as: Int64.self) == .max)
        #expect(try integer("-9223372036854775808", as: Int64.self) == .min)
        #expect(try integer("18446744073709551615", as: UInt64.self) == .max)
        #expect(try integer("-0", as: UInt64.self) == 0)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "1.0", "1e3", "01", "-", "", "x", "99999999999999999999999999",
    ])
    func `invalid integers and integers out of range are refused`(text: String) {
        #expect(throws: MosaicError.self) { try integer(text, as: Int64.self) }
    }

    @Test func `an unsigned type refuses a negative number`() {
        #expect(throws: MosaicError.self) { try integer("-1", as: UInt64.self) }
    }

    @Test func `a fault names the keys and positions that lead to it`() {
        var reader = JSONReader(Array("{\"tiles\":[{\"x\":1},{\"x\":true}]}".utf8))
        let fault = #expect(throws: MosaicError.self) {
            try reader.object { reader, _ throws(MosaicError) in
                _ = try reader.array { reader throws(MosaicError) in
                    try reader.object { reader, _ throws(MosaicError) in _ = try reader.integer(Int.self) }
                }
            }
        }
        #expect(fault?.description == "tiles.1.x: It is not an integer.")
    }

    @Test func `brackets nest 64 deep and no deeper`() {
        func brackets(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(isRead(brackets(64)))
        #expect(!isRead(brackets(65)))
        #expect(!isRead([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)))
    }
}
