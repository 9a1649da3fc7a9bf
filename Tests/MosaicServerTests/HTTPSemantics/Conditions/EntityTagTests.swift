import Seeded
import Testing

@testable import MosaicServer

struct EntityTagTests {
    @Test(
        arguments: [
            ("\"v1\"", "v1", false), ("W/\"v1\"", "v1", true), ("\"\"", "", false), ("W/\"\"", "", true),
            ("\"a,b;c\\\"", "a,b;c\\", false), ("\"W/\"", "W/", false), ("  \"v1\"\t", "v1", false),
            ("\"ü\"", "ü", false),
            ("\"'#!~\"", "'#!~", false),
        ])
    func `RFC 9110, 8.8.3: a tag is read and written`(text: String, opaque: String, isWeak: Bool) throws {
        let tag = try #require(EntityTag(parsing: text))
        #expect(tag.opaque == opaque)
        #expect(tag.isWeak == isWeak)
        #expect(EntityTag(parsing: tag.fieldValue) == tag)
        #expect(EntityTag(opaque: opaque, isWeak: isWeak) == tag)
    }

    @Test(
        arguments: [
            "", "v1", "\"v1", "v1\"", "\"", "W/", "W/v1", "w/\"v1\"", "W /\"v1\"", "W/ \"v1\"", "\"v 1\"", "\"v\t1\"",
            "\"v\u{7F}\"", "\"v\0\"", "\"v\n\"", "\"a\"\"b\"", "\"a\", \"b\"", "*", "'v1'", "\"v1\"x",
        ])
    func `RFC 9110, 8.8.3: any other text is not a tag`(text: String) { #expect(EntityTag(parsing: text) == nil) }

    @Test(arguments: ["\"", "a b", "a\n", "\u{7F}"])
    func `a tag that could not be read again is not made`(opaque: String) { #expect(EntityTag(opaque: opaque) == nil) }

    // The table of section 8.8.3.2.
    @Test(
        arguments: [
            ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true),
            ("\"1\"", "\"1\"", true, true), ("\"1\"", "\"2\"", false, false),
        ])
    func `RFC 9110, 8.8.3.2: weak and strong comparison`(one: String, two: String, strong: Bool, weak: Bool) throws {
        let (one, two) = (try #require(EntityTag(parsing: one)), try #require(EntityTag(parsing: two)))
        #expect(one.isStronglyEqual(to: two) == strong)
        #expect(two.isStronglyEqual(to: one) == strong)
        #expect(one.isWeaklyEqual(to: two) == weak)
        #expect(two.isWeaklyEqual(to: one) == weak)
    }

    @Test(
        arguments: [
            ("*", nil), (" *\t", nil), ("\"a\"", ["\"a\""]), ("\"a\",W/\"b\"", ["\"a\"", "W/\"b\""]),
            (" ,, \"a,b\" ,\t\"c\" , ", ["\"a,b\"", "\"c\""]), ("\"*\"", ["\"*\""]), ("\"\",\"\"", ["\"\"", "\"\""]),
        ] as [(String, [String]?)])
    func `RFC 9110, 5.6.1: a list is read past its empty members`(text: String, tags: [String]?) throws {
        let list = try #require(EntityTagList(parsing: text))
        #expect(list == (tags.map { .tags($0.compactMap(EntityTag.init(parsing:))) } ?? .any))
    }

    @Test(arguments: [
        "", " ", ",", ", ,", "a", "\"a\" \"b\"", "\"a\"\"b\"", "\"a\", b", "**", "*, \"a\"", "\"a\", *", "\"a",
    ])
    func `an invalid list of tags is refused`(text: String) { #expect(EntityTagList(parsing: text) == nil) }

    @Test func `a representation without a tag matches an asterisk alone`() throws {
        let tag = try #require(EntityTag(opaque: "a"))
        #expect(EntityTagList.any.containsStrongly(nil))
        #expect(EntityTagList.any.containsWeakly(nil))
        #expect(!EntityTagList.tags([tag]).containsStrongly(nil))
        #expect(!EntityTagList.tags([tag]).containsWeakly(nil))
    }

    @Test func `no text stops the reader`() {
        var random = SeededGenerator(seed: 6)
        let alphabet = Array("\"\"\",, W/*a\\\t")
        var lists = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...12, using: &random)
            let text = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            if case .tags(let tags)? = EntityTagList(parsing: text) {
                lists += 1
                let again = tags.map(\.fieldValue).joined(separator: ", ")
                #expect(EntityTagList(parsing: again) == .tags(tags), "\(text)")
            }
        }
        #expect(lists > 100)
    }

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
