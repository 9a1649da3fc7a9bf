import Seeded
import Testing

@testable import WebVTT

@Suite struct TimestampTextTests {
    @Test(
        arguments: [
            ("00:00.000", 0), ("59:59.999", 3_599_999), ("00:00:00.001", 1), ("01:02:03.004", 3_723_004),
            ("1:00:00.000", 3_600_000), ("60:00:00.000", 216_000_000), ("000:01:00.000", 60_000),
            ("100:00:00.000", 360_000_000), ("99:59:59.999", 359_999_999),
            ("2501999792:59:00.991", 9_007_199_254_740_991),
            ("2501999793:00:00.000", 1 << 53), ("99999999999999999999999999:00:00.000", 1 << 53),
        ] as [(String, Int64)])
    func `a WebVTT timestamp is read`(text: String, milliseconds: Int64) {
        #expect(Timestamp(parsing: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "0", "1:00.000", "60:00.000", "000:00.000", "00:0.000", "00:60.000", "00:60:00.000", "00:00:60.000",
        "00:00.00", "00:00.0000", "00:00,000", "00:00", "00:00:00", "00:00:00:00.000", " 00:00.000", "00:00.000 ",
        "-00:00.000", "+0:00:00.000", "00:00:0.000", "00:000:00.000", "00:00.٠٠٠", "83.5",
    ])
    func `any other text is not a WebVTT timestamp`(text: String) {
        #expect(Timestamp(parsing: text) == nil)
    }

    /// Wherever one character is another one, the time is what its fields say, or none.
    @Test func `a timestamp is read field by field`() {
        let usual = Array("07:48:29.365")
        for position in usual.indices {
            for character in "0123456789:.,- /a" {
                var text = usual
                text[position] = character
                #expect(Timestamp(parsing: String(text))?.milliseconds == Self.milliseconds(text), "\(String(text))")
                #expect(Timestamp(parsing: String(text) + "0") == nil)
                #expect(Timestamp(parsing: String(text.dropLast())) == nil)
            }
        }
    }

    /// Reads `hh:mm:ss.ttt` by splitting.
    private static func milliseconds(_ text: [Character]) -> Int64? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.map(\.count) == [2, 2, 6], fields[2][fields[2].startIndex + 2] == "." else { return nil }
        let digits = text.filter { $0 != ":" && $0 != "." }
        guard digits.count == 9, digits.allSatisfy(\.isNumber) else { return nil }
        let numbers = [digits[0..<2], digits[2..<4], digits[4..<6], digits[6...]].compactMap { Int64(String($0)) }
        guard numbers[1] <= 59, numbers[2] <= 59 else { return nil }
        return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1_000 + numbers[3]
    }

    @Test(
        arguments: [
            ("0", 0), ("397", 397_000), ("83.5", 83_500), (".7", 700), ("0083.50", 83_500), ("0.0004", 0),
            ("0.0005", 1),
            ("0.00049999999999999999999999", 0), ("0.9995", 1000), ("59.9999", 60_000), ("1:23", 83_000),
            ("01:23.5", 83_500), ("90:00", 5_400_000), ("1:00:00", 3_600_000), ("100:00:00.25", 360_000_250),
            ("00:06:37.000", 397_000), ("9007199254740.992", 1 << 53), ("2501999792:59:00.992", 1 << 53),
            ("0.1234567890123456789012345678901234567890", 123), ("4503599627370.4965", 4_503_599_627_370_497),
        ] as [(String, Int64)])
    func `times as people type them are read`(text: String, milliseconds: Int64) {
        #expect(Timestamp(parsing: text, grammar: .human)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", ".", ".:05", "5.", "1:", ":1", "1:2", "1:60", "1:60:00", "1:1:01", "1:2:3:4", "1:00:00:00", "-5", "+5",
        " 5",
        "5 ", "1e3", "nan", "inf", "0x10", "1,5", "1.5.5", "9007199254740.993", "9007199254740.9925",
        "99999999999999999999", "99999999999999999999:00", "99999999999999999999:00:00", "2501999793:00:00", "٥",
    ])
    func `text that people do not type as a time is refused`(text: String) {
        #expect(Timestamp(parsing: text, grammar: .human) == nil)
    }

    @Test func `a part of a longer text is read without copying it out`() {
        #expect(Timestamp(parsing: "at 00:01.000!".dropFirst(3).dropLast()) == Timestamp(milliseconds: 1000))
    }

    @Test(
        arguments: [
            (0, "00:00:00.000"), (1, "00:00:00.001"), (83_500, "00:01:23.500"), (359_999_999, "99:59:59.999"),
            (360_000_000, "100:00:00.000"), (1 << 53, "2501999792:59:00.992"),
        ] as [(Int64, String)])
    func `the description has hours of at least two digits`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test func `both grammars read every description back`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<10_000 {
            let width = Int64.random(in: 0...53, using: &random)
            let time = Timestamp(milliseconds: .random(in: 0...(1 << width), using: &random))
            #expect(Timestamp(parsing: time.description) == time)
            #expect(Timestamp(parsing: time.description, grammar: .human) == time)
        }
    }
}
