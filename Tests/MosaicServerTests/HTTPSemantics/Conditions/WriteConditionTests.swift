import HTTPTypes
import Testing

@testable import MosaicServer

struct WriteConditionTests {
    private static let current = Validators(
        entityTag: EntityTag(opaque: "a"), lastModified: HTTPDate(secondsSince1970: 1_000), hasStrongDate: false)

    @Test(
        arguments: [
            (.ifMatch, "\"a\"", true, false), (.ifMatch, "\"b\"", false, false), (.ifMatch, "*", true, false),
            (.ifMatch, "W/\"a\"", false, false), (.ifMatch, "a", false, false),
            (.ifNoneMatch, "*", false, true), (.ifNoneMatch, "\"a\"", false, true),
            (.ifNoneMatch, "\"b\"", true, true), (.ifNoneMatch, "b", false, false),
            (.ifUnmodifiedSince, "Thu, 01 Jan 1970 00:10:00 GMT", false, true),
            (.ifUnmodifiedSince, "Thu, 01 Jan 1970 01:00:00 GMT", true, true),
        ] as [(HTTPField.Name, String, Bool, Bool)])
    func `RFC 9110, 13.1: a change applies to the named version, or to a missing resource`(
        name: HTTPField.Name, value: String, holds: Bool, holdsWithoutOne: Bool
    ) throws {
        for method in [HTTPRequest.Method.put, .delete, .post] {
            let condition = try #require(WriteCondition(method, [name: value]))
            for (current, holds) in [(Self.current, holds), (nil, holdsWithoutOne)] {
                #expect(
                    condition.holds(for: current, now: HTTPDate(secondsSince1970: 5_000)) == holds, "\(name) \(value)")
            }
        }
    }

    @Test func `a request without conditions has none`() {
        #expect(WriteCondition(.put, [.ifModifiedSince: "Thu, 01 Jan 1970 01:00:00 GMT", .range: "bytes=0-1"]) == nil)
    }
}
