import Testing

@testable import MosaicServer

struct RangeConditionTests {
    private static let now = HTTPDate(secondsSince1970: 1_795_000_000)

    @Test func `RFC 9110, 13.1.5: one tag or one date`() throws {
        let tag = try #require(EntityTag(opaque: "v1", isWeak: true))
        #expect(RangeCondition(parsing: "W/\"v1\"", now: Self.now) == .entityTag(tag))
        let date = HTTPDate(secondsSince1970: 784_111_777)
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(RangeCondition(parsing: text, now: Self.now) == .date(date))
        }
        for text in ["", "*", "v1", "\"v1\", \"v2\"", "1994"] {
            #expect(RangeCondition(parsing: text, now: Self.now) == nil)
        }
    }
}
