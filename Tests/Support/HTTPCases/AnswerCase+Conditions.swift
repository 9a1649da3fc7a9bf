import HTTPTypes
import MosaicServer

extension AnswerCase {
    /// RFC 9110, section 13: conditional requests.
    package static let conditions: [AnswerCase] = matching + unmodifiedSince + noneMatching + modifiedSince + precedence

    private static let matching = [
        AnswerCase("no condition", .get, .document, [:], .whole),
        AnswerCase("no condition", .head, .document, [:], .whole),
        AnswerCase("no condition", .get, .bare, [:], .whole),
        AnswerCase("13.1.1 a tag that matches", .get, .document, [.ifMatch: "\"v1\""], .whole),
        AnswerCase("13.1.1 a tag that matches", .head, .document, [.ifMatch: "\"v1\""], .whole),
        AnswerCase("13.1.1 no tag that matches", .get, .document, [.ifMatch: "\"v2\""], .preconditionFailed),
        AnswerCase("13.1.1 no tag that matches", .head, .document, [.ifMatch: "\"v2\""], .preconditionFailed),
        AnswerCase("13.1.1 one of a list", .get, .document, [.ifMatch: "\"v0\", \"v1\""], .whole),
        AnswerCase("13.1.1 any", .get, .document, [.ifMatch: "*"], .whole),
        AnswerCase("13.1.1 any, without a tag", .get, .bare, [.ifMatch: "*"], .whole),
        AnswerCase("13.1.1 strong comparison", .get, .document, [.ifMatch: "W/\"v1\""], .preconditionFailed),
        AnswerCase("13.1.1 strong comparison", .get, .weak, [.ifMatch: "W/\"v1\""], .preconditionFailed),
        AnswerCase("13.1.1 strong comparison", .get, .weak, [.ifMatch: "\"v1\""], .preconditionFailed),
        AnswerCase("13.1.1 nothing to match", .get, .untagged, [.ifMatch: "\"v1\""], .preconditionFailed),
        AnswerCase("13.1.1 malformed", .get, .document, [.ifMatch: "v1"], .preconditionFailed),
        AnswerCase("13.1.1 malformed", .get, .document, [.ifMatch: "\"v1\" \"v1\""], .preconditionFailed),
        AnswerCase("13.1.1 malformed", .get, .document, [.ifMatch: "\"v1\", *"], .preconditionFailed),
        AnswerCase("13.1.1 malformed", .get, .document, [.ifMatch: ""], .preconditionFailed),
        AnswerCase("13.1.1 malformed", .get, .document, [.ifMatch: "\"v1"], .preconditionFailed),
    ]

    private static let unmodifiedSince = [
        AnswerCase("13.1.4 the same second", .get, .document, [.ifUnmodifiedSince: ServedSample.date], .whole),
        AnswerCase("13.1.4 later", .get, .document, [.ifUnmodifiedSince: ServedSample.later], .whole),
        AnswerCase(
            "13.1.4 earlier", .get, .document, [.ifUnmodifiedSince: ServedSample.earlier], .preconditionFailed),
        AnswerCase(
            "13.1.4 earlier", .head, .document, [.ifUnmodifiedSince: ServedSample.earlier], .preconditionFailed),
        AnswerCase("13.1.4 no date to compare", .get, .undated, [.ifUnmodifiedSince: ServedSample.earlier], .whole),
        AnswerCase("13.1.4 no date", .get, .document, [.ifUnmodifiedSince: "yesterday"], .whole),
        AnswerCase("13.1.4 no date", .get, .document, [.ifUnmodifiedSince: "0"], .whole),
        AnswerCase(
            "13.1.4 passed over beside If-Match", .get, .document,
            [.ifMatch: "\"v1\"", .ifUnmodifiedSince: ServedSample.earlier], .whole),
        AnswerCase(
            "13.1.4 passed over beside If-Match", .get, .document,
            [.ifMatch: "\"v2\"", .ifUnmodifiedSince: ServedSample.later], .preconditionFailed),
    ]

    private static let noneMatching = [
        AnswerCase("13.1.2 a tag that matches", .get, .document, [.ifNoneMatch: "\"v1\""], .notModified),
        AnswerCase("13.1.2 a tag that matches", .head, .document, [.ifNoneMatch: "\"v1\""], .notModified),
        AnswerCase("13.1.2 a tag that matches", .get, .sheet, [.ifNoneMatch: "\"v1\""], .notModified),
        AnswerCase("13.1.2 a tag that matches", .get, .empty, [.ifNoneMatch: "\"v1\""], .notModified),
        AnswerCase("13.1.2 no tag that matches", .get, .document, [.ifNoneMatch: "\"v2\""], .whole),
        AnswerCase("13.1.2 no tag that matches", .head, .document, [.ifNoneMatch: "\"v2\""], .whole),
        AnswerCase("13.1.2 no part of a tag", .get, .document, [.ifNoneMatch: "\"v\", \"v11\", \"V1\""], .whole),
        AnswerCase("13.1.2 one of a list", .get, .document, [.ifNoneMatch: "\"v0\",\"v1\" , \"v2\""], .notModified),
        AnswerCase("13.1.2 a comma in a tag", .get, .document, [.ifNoneMatch: "\"a,\", \"v1\""], .notModified),
        AnswerCase("13.1.2 a tag within a tag", .get, .document, [.ifNoneMatch: "\",W/v1,\""], .whole),
        AnswerCase("5.6.1 empty members", .get, .document, [.ifNoneMatch: ", ,\"v0\",, \"v1\",\t,"], .notModified),
        AnswerCase(
            "5.3 a list on two lines", .get, .document,
            HTTPFields([
                HTTPField(name: .ifNoneMatch, value: "\"v0\""), HTTPField(name: .ifNoneMatch, value: "\"v1\""),
            ]), .notModified),
        AnswerCase("13.1.2 weak comparison", .get, .document, [.ifNoneMatch: "W/\"v1\""], .notModified),
        AnswerCase("13.1.2 weak comparison", .get, .weak, [.ifNoneMatch: "\"v1\""], .notModified),
        AnswerCase("13.1.2 weak comparison", .get, .weak, [.ifNoneMatch: "W/\"v1\""], .notModified),
        AnswerCase("8.8.3 W is a capital", .get, .document, [.ifNoneMatch: "w/\"v1\""], .whole),
        AnswerCase("13.1.2 any", .get, .document, [.ifNoneMatch: "*"], .notModified),
        AnswerCase("13.1.2 any", .head, .document, [.ifNoneMatch: " * "], .notModified),
        AnswerCase("13.1.2 any, without a tag", .get, .untagged, [.ifNoneMatch: "*"], .notModified),
        AnswerCase("13.1.2 an asterisk in quotation marks", .get, .document, [.ifNoneMatch: "\"*\""], .whole),
        AnswerCase("13.1.2 nothing to match", .get, .untagged, [.ifNoneMatch: "\"v1\""], .whole),
        AnswerCase("13.1.2 malformed", .get, .document, [.ifNoneMatch: "v1"], .whole),
        AnswerCase("13.1.2 malformed", .get, .document, [.ifNoneMatch: "\"v1\"; \"v2\""], .whole),
        AnswerCase("13.1.2 malformed", .get, .document, [.ifNoneMatch: ""], .whole),
        AnswerCase(
            "13.1.2 a long list", .get, .document,
            [.ifNoneMatch: String(repeating: "\"x\",", count: 1_000) + "\"v1\""], .notModified),
        AnswerCase(
            "13.1.2 hostile", .get, .document, [.ifNoneMatch: String(repeating: "\"", count: 4_001)], .whole),
        AnswerCase("13.1.2 hostile", .get, .document, [.ifNoneMatch: String(repeating: ",", count: 4_000)], .whole),
        AnswerCase(
            "13.1.2 hostile", .get, .document, [.ifNoneMatch: String(repeating: "W/", count: 2_000)], .whole),
    ]

    private static let modifiedSince = [
        AnswerCase("13.1.3 the same second", .get, .document, [.ifModifiedSince: ServedSample.date], .notModified),
        AnswerCase("13.1.3 the same second", .head, .document, [.ifModifiedSince: ServedSample.date], .notModified),
        AnswerCase("13.1.3 the same second", .get, .untagged, [.ifModifiedSince: ServedSample.date], .notModified),
        AnswerCase("13.1.3 later", .get, .document, [.ifModifiedSince: ServedSample.later], .notModified),
        AnswerCase("13.1.3 earlier", .get, .document, [.ifModifiedSince: ServedSample.earlier], .whole),
        AnswerCase("13.1.3 earlier", .head, .document, [.ifModifiedSince: ServedSample.earlier], .whole),
        AnswerCase(
            "5.6.7 RFC 850", .get, .document, [.ifModifiedSince: "Sunday, 06-Nov-94 08:49:37 GMT"], .notModified),
        AnswerCase("5.6.7 RFC 850", .get, .document, [.ifModifiedSince: "Sunday, 06-Nov-94 08:49:36 GMT"], .whole),
        AnswerCase("5.6.7 asctime", .get, .document, [.ifModifiedSince: "Sun Nov  6 08:49:37 1994"], .notModified),
        AnswerCase("5.6.7 asctime", .get, .document, [.ifModifiedSince: "Sun Nov  6 08:49:36 1994"], .whole),
        AnswerCase("13.1.3 no date to compare", .get, .undated, [.ifModifiedSince: ServedSample.later], .whole),
        AnswerCase("13.1.3 no date", .get, .document, [.ifModifiedSince: "2026-11-21T15:00:00Z"], .whole),
        AnswerCase(
            "13.1.3 two dates", .get, .document,
            HTTPFields([
                HTTPField(name: .ifModifiedSince, value: ServedSample.date),
                HTTPField(name: .ifModifiedSince, value: ServedSample.date),
            ]), .whole),
        AnswerCase(
            "13.1.3 hostile", .get, .document, [.ifModifiedSince: String(repeating: "Sun, ", count: 800)], .whole),
        AnswerCase(
            "13.1.3 passed over beside If-None-Match", .get, .document,
            [.ifNoneMatch: "\"v2\"", .ifModifiedSince: ServedSample.later], .whole),
        AnswerCase(
            "13.1.3 passed over beside If-None-Match", .get, .document,
            [.ifNoneMatch: "\"v1\"", .ifModifiedSince: ServedSample.earlier], .notModified),
        AnswerCase(
            "13.1.3 passed over beside a malformed If-None-Match", .get, .document,
            [.ifNoneMatch: "v1", .ifModifiedSince: ServedSample.later], .whole),
    ]

    private static let precedence = [
        AnswerCase(
            "13.2.2 If-Match comes first", .get, .document, [.ifNoneMatch: "\"v1\"", .ifMatch: "\"v2\""],
            .preconditionFailed),
        AnswerCase(
            "13.2.2 then If-None-Match", .get, .document, [.ifNoneMatch: "\"v1\"", .ifMatch: "\"v1\""], .notModified),
        AnswerCase(
            "13.2.2 If-Unmodified-Since comes before If-None-Match", .get, .document,
            [.ifNoneMatch: "\"v1\"", .ifUnmodifiedSince: ServedSample.earlier], .preconditionFailed),
        AnswerCase(
            "13.2.2 If-Unmodified-Since comes before If-Modified-Since", .get, .document,
            [.ifModifiedSince: ServedSample.date, .ifUnmodifiedSince: ServedSample.date], .notModified),
        AnswerCase(
            "13.2.2 conditions come before ranges", .get, .document,
            [.ifNoneMatch: "\"v1\"", .range: "bytes=0-9"], .notModified),
        AnswerCase(
            "13.2.2 conditions come before ranges", .get, .document,
            [.ifMatch: "\"v2\"", .range: "bytes=5000-"], .preconditionFailed),
        AnswerCase(
            "13.2.2 a condition that holds leaves the range", .get, .document,
            [.ifMatch: "\"v1\"", .range: "bytes=0-9"], .part(0...9)),
    ]
}
