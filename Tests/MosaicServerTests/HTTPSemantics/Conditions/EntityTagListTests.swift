import Seeded
import Testing

@testable import MosaicServer

struct EntityTagListTests {
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
}
