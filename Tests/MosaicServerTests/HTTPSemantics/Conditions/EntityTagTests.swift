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
}
