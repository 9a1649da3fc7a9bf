import HTTPCases
import HTTPTypes
import Testing

@testable import MosaicServer

/// Conditions of writes and of missing resources. The cases of answers cover the conditions of reads.
struct PreconditionTests {
    private static let now = HTTPDate(secondsSince1970: 1_795_000_000)
    private static let modified = HTTPDate(secondsSince1970: 784_111_777)

    struct WriteCase: Sendable {
        let rule: String
        let exists: Bool
        let request: HTTPFields
        let outcome: Precondition

        init(_ rule: String, exists: Bool = true, _ request: HTTPFields, _ outcome: Precondition) {
            self.rule = rule
            self.exists = exists
            self.request = request
            self.outcome = outcome
        }
    }

    @Test(
        arguments: [
            WriteCase("no condition", [:], .holds),
            WriteCase("no condition", exists: false, [:], .holds),
            WriteCase("13.1.1 the version that is known", [.ifMatch: "\"v1\""], .holds),
            WriteCase("13.1.1 another version", [.ifMatch: "\"v2\""], .fails),
            WriteCase("13.1.1 strong comparison", [.ifMatch: "W/\"v1\""], .fails),
            WriteCase("13.1.1 any", [.ifMatch: "*"], .holds),
            WriteCase("13.1.1 any, but there is none", exists: false, [.ifMatch: "*"], .fails),
            WriteCase("13.1.1 a tag of what is not there", exists: false, [.ifMatch: "\"v1\""], .fails),
            WriteCase("13.1.1 malformed", [.ifMatch: "v1"], .fails),
            WriteCase("13.1.2 create, never overwrite", [.ifNoneMatch: "*"], .fails),
            WriteCase("13.1.2 create, never overwrite", exists: false, [.ifNoneMatch: "*"], .holds),
            WriteCase("13.1.2 the version that is known", [.ifNoneMatch: "\"v1\""], .fails),
            WriteCase("13.1.2 weak comparison", [.ifNoneMatch: "W/\"v1\""], .fails),
            WriteCase("13.1.2 another version", [.ifNoneMatch: "\"v2\""], .holds),
            WriteCase("13.1.2 a tag of what is not there", exists: false, [.ifNoneMatch: "\"v1\""], .holds),
            WriteCase("13.1.2 malformed", [.ifNoneMatch: "v1"], .fails),
            WriteCase("13.1.2 malformed", exists: false, [.ifNoneMatch: "any"], .fails),
            WriteCase("13.1.3 not for writes", [.ifModifiedSince: ServedSample.later], .holds),
            WriteCase("13.1.4 as it was", [.ifUnmodifiedSince: ServedSample.date], .holds),
            WriteCase("13.1.4 changed since", [.ifUnmodifiedSince: ServedSample.earlier], .fails),
            WriteCase("13.1.4 nothing there", exists: false, [.ifUnmodifiedSince: ServedSample.earlier], .holds),
            WriteCase(
                "13.2.2 both have to hold", [.ifMatch: "\"v1\"", .ifNoneMatch: "\"v1\""], .fails),
            WriteCase(
                "13.2.2 If-Match comes first", [.ifMatch: "\"v1\"", .ifUnmodifiedSince: ServedSample.earlier], .holds),
        ])
    func `RFC 9110, 13: a write goes on or fails, and is never answered 304`(one: WriteCase) throws {
        let tag = try #require(EntityTag(opaque: "v1"))
        let current = one.exists ? Validators(entityTag: tag, lastModified: Self.modified) : nil
        for method in [.put, .post, .delete] as [HTTPRequest.Method] {
            let outcome = Precondition(method: method, request: one.request, current: current, now: Self.now)
            #expect(outcome == one.outcome, "\(one.rule)")
        }
    }

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
