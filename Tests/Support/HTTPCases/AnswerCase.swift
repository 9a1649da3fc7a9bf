package import HTTPTypes
import MosaicServer
import Testing

/// One request for a sample, and what the specification wants for an answer.
package struct AnswerCase: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        case whole
        case part(ClosedRange<Int>)
        case notModified
        case preconditionFailed
        case unsatisfiable
    }

    /// The section, and a summary of its rule.
    let rule: String
    package let method: HTTPRequest.Method
    package let sample: ServedSample
    package let request: HTTPFields
    let outcome: Outcome

    init(
        _ rule: String, _ method: HTTPRequest.Method = .get, _ sample: ServedSample = .document,
        _ request: HTTPFields, _ outcome: Outcome
    ) {
        self.rule = rule
        self.method = method
        self.sample = sample
        self.request = request
        self.outcome = outcome
    }

    var testDescription: String {
        let fields = request.map { "\($0.name): \($0.value.prefix(40))" }.joined(separator: " | ")
        return "\(rule) [\(method) \(sample) \(fields)]"
    }

    /// Checks the response of any server against the expected one; `body` holds the bytes sent after the header
    /// fields.
    package func check(status: HTTPResponse.Status, fields: HTTPFields, body: [UInt8]) {
        #expect(status.code == wantedStatus)
        for (name, value) in wantedFields { #expect(fields[name] == value, "\(name)") }
        switch (outcome, method) {
        case (.whole, .get): #expect(body == sample.body)
        case (.part(let offsets), .get): #expect(body == Array(sample.body[offsets]))
        case (.notModified, _), (_, .head): #expect(body.isEmpty)
        default: break
        }
    }

    private var wantedStatus: Int {
        switch outcome {
        case .whole: 200
        case .part: 206
        case .notModified: 304
        case .preconditionFailed: 412
        case .unsatisfiable: 416
        }
    }

    /// Values that fields have to have; nil for fields that have to be absent.
    private var wantedFields: [(HTTPField.Name, String?)] {
        let cacheControl = sample.caching == .immutable ? "public, max-age=31536000, immutable" : "no-cache"
        let kept: [(HTTPField.Name, String?)] = [
            (.eTag, sample.tag), (.cacheControl, cacheControl), (.contentLocation, "/samples/\(sample)"),
        ]
        let described: [(HTTPField.Name, String?)] = [
            (.contentType, sample == .document ? "text/vtt; charset=utf-8" : "image/jpeg"),
            (.lastModified, sample.date), (.acceptRanges, "bytes"), (.xContentTypeOptions, "nosniff"),
        ]
        let count = sample.body.count
        switch outcome {
        case .whole:
            return kept + described + [(.contentLength, "\(count)"), (.contentRange, nil)]
        case .part(let offsets):
            let range = "bytes \(offsets.lowerBound)-\(offsets.upperBound)/\(count)"
            return kept + described + [(.contentLength, "\(offsets.count)"), (.contentRange, range)]
        case .notModified:
            // RFC 9110, 15.4.5: a date only where there is no tag, and nothing about a body that is not sent.
            return kept + [
                (.lastModified, sample.tag == nil ? sample.date : nil), (.contentType, nil), (.contentLength, nil),
                (.contentRange, nil),
            ]
        case .preconditionFailed:
            return [(.eTag, nil), (.contentRange, nil), (.contentLocation, nil), (.lastModified, nil)]
        case .unsatisfiable:
            return [(.contentRange, "bytes */\(count)"), (.eTag, nil), (.contentLocation, nil), (.lastModified, nil)]
        }
    }
}

extension AnswerCase {
    /// RFC 9110, sections 13.1.5 and 14: ranges.
    package static let ranges: [AnswerCase] = satisfiable + unsatisfiable + passedOver + conditional

    private static let satisfiable = [
        AnswerCase("14.1.2 the first bytes", .get, .document, [.range: "bytes=0-99"], .part(0...99)),
        AnswerCase("14.1.2 the first bytes", .get, .sheet, [.range: "bytes=0-99"], .part(0...99)),
        AnswerCase("14.1.2 bytes within", .get, .document, [.range: "bytes=500-500"], .part(500...500)),
        AnswerCase("14.1.2 all bytes", .get, .document, [.range: "bytes=0-999"], .part(0...999)),
        AnswerCase("14.1.2 to the end", .get, .document, [.range: "bytes=100-"], .part(100...999)),
        AnswerCase("14.1.2 to the end", .get, .document, [.range: "bytes=0-"], .part(0...999)),
        AnswerCase("14.1.2 the last byte", .get, .document, [.range: "bytes=999-"], .part(999...999)),
        AnswerCase("14.1.2 an end past the end", .get, .document, [.range: "bytes=900-5000"], .part(900...999)),
        AnswerCase("14.1.2 the last three bytes", .get, .document, [.range: "bytes=-3"], .part(997...999)),
        AnswerCase("14.1.2 as many as there are", .get, .document, [.range: "bytes=-1000"], .part(0...999)),
        AnswerCase("14.1.2 more than there are", .get, .document, [.range: "bytes=-1001"], .part(0...999)),
        AnswerCase("14.1 the unit in any case", .get, .document, [.range: "BYTES=0-9"], .part(0...9)),
        AnswerCase("14.1 leading zeros", .get, .document, [.range: "bytes=0000000000000000000000-09"], .part(0...9)),
        AnswerCase("5.5 white space around the value", .get, .document, [.range: " bytes=0-9\t"], .part(0...9)),
        AnswerCase("5.6.1 white space around members", .get, .document, [.range: "bytes= 0-9 "], .part(0...9)),
        AnswerCase("5.6.1 empty members", .get, .document, [.range: "bytes=, 0-9 ,,"], .part(0...9)),
        AnswerCase(
            "14.1.2 a huge end", .get, .document, [.range: "bytes=0-9223372036854775807"], .part(0...999)),
        AnswerCase(
            "14.1.2 an end that overflows", .get, .document, [.range: "bytes=1-99999999999999999999999999"],
            .part(1...999)),
        AnswerCase(
            "14.1.2 a suffix that overflows", .get, .document, [.range: "bytes=-99999999999999999999999999"],
            .part(0...999)),
        AnswerCase("14.1.2 without tag and date", .get, .bare, [.range: "bytes=0-9"], .part(0...9)),
    ]

    private static let unsatisfiable = [
        AnswerCase("14.1.2 a start at the end", .get, .document, [.range: "bytes=1000-"], .unsatisfiable),
        AnswerCase("14.1.2 a start past the end", .get, .document, [.range: "bytes=1000-1001"], .unsatisfiable),
        AnswerCase("14.1.2 the last no bytes", .get, .document, [.range: "bytes=-0"], .unsatisfiable),
        AnswerCase(
            "14.1.2 a huge start", .get, .document, [.range: "bytes=9223372036854775807-"], .unsatisfiable),
        AnswerCase(
            "14.1.2 a start that overflows", .get, .document, [.range: "bytes=18446744073709551616-"], .unsatisfiable),
        AnswerCase(
            "14.1.2 a start of many digits", .get, .document,
            [.range: "bytes=" + String(repeating: "9", count: 4_000) + "-"], .unsatisfiable),
        AnswerCase("14.1.2 of nothing", .get, .empty, [.range: "bytes=0-"], .unsatisfiable),
        AnswerCase("14.1.2 of nothing", .get, .empty, [.range: "bytes=0-0"], .unsatisfiable),
        AnswerCase("14.1.2 the last no bytes of nothing", .get, .empty, [.range: "bytes=-0"], .unsatisfiable),
    ]

    private static let passedOver =
        [
            AnswerCase("14.2 only GET has ranges", .head, .document, [.range: "bytes=0-99"], .whole),
            AnswerCase("14.2 only GET has ranges", .head, .document, [.range: "bytes=5000-"], .whole),
            AnswerCase("14.1.2 the last bytes of nothing", .get, .empty, [.range: "bytes=-5"], .whole),
            AnswerCase("14.2 several ranges", .get, .document, [.range: "bytes=0-1,5-6"], .whole),
            AnswerCase("14.2 several ranges", .get, .document, [.range: "bytes=0-0, -1"], .whole),
            AnswerCase("14.2 several ranges", .get, .document, [.range: "bytes=5000-, 6000-"], .whole),
            AnswerCase(
                "14.2 several ranges on two lines", .get, .document,
                HTTPFields([
                    HTTPField(name: .range, value: "bytes=0-1"), HTTPField(name: .range, value: "bytes=2-3"),
                ]), .whole),
            AnswerCase(
                "17.15 very many ranges", .get, .document,
                [.range: "bytes=" + String(repeating: "0-,", count: 1_300) + "0-"], .whole),
            AnswerCase(
                "17.15 very many empty members", .get, .document,
                [.range: "bytes=" + String(repeating: ",", count: 4_000)], .whole),
        ]
        + [
            "", "bytes", "bytes=", "bytes=-", "bytes=--1", "bytes=1", "bytes=a-b", "bytes=9-5", "bytes=0x0-9", "0-9",
            "bytes 0-9", "bytes:0-9", "bytes =0-9", "bytes=0 - 9", "bytes=0- 9", "bytes=+0-9", "bytes=0-+9",
            "bytes=0-9-", "bytes=0-9;", "bytes=1.5-9", "bytes=\u{0661}-9", "bytes=0\u{2013}9", "byte=0-9", "=0-9",
            "items=0-9", "seconds=0-9", "none", "bytes=0-9/1000", "bytes==0-9",
        ].map { AnswerCase("14.2 malformed, or another unit", .get, .document, [.range: $0], .whole) }

    private static let conditional = [
        AnswerCase(
            "13.1.5 a tag that matches", .get, .document, [.range: "bytes=0-9", .ifRange: "\"v1\""], .part(0...9)),
        AnswerCase("13.1.5 another tag", .get, .document, [.range: "bytes=0-9", .ifRange: "\"v2\""], .whole),
        AnswerCase("13.1.5 a weak tag", .get, .document, [.range: "bytes=0-9", .ifRange: "W/\"v1\""], .whole),
        AnswerCase("13.1.5 a weak tag", .get, .weak, [.range: "bytes=0-9", .ifRange: "W/\"v1\""], .whole),
        AnswerCase("13.1.5 a weak tag", .get, .weak, [.range: "bytes=0-9", .ifRange: "\"v1\""], .whole),
        AnswerCase("13.1.5 nothing to match", .get, .untagged, [.range: "bytes=0-9", .ifRange: "\"v1\""], .whole),
        AnswerCase("13.1.5 no lists", .get, .document, [.range: "bytes=0-9", .ifRange: "\"v1\", \"v1\""], .whole),
        AnswerCase("13.1.5 no asterisk", .get, .document, [.range: "bytes=0-9", .ifRange: "*"], .whole),
        AnswerCase("13.1.5 malformed", .get, .document, [.range: "bytes=0-9", .ifRange: "v1"], .whole),
        AnswerCase("13.1.5 malformed", .get, .document, [.range: "bytes=0-9", .ifRange: ""], .whole),
        AnswerCase(
            "13.1.5 a strong date", .get, .sheet, [.range: "bytes=0-9", .ifRange: ServedSample.date], .part(0...9)),
        AnswerCase(
            "13.1.5 a strong date", .get, .untaggedSheet, [.range: "bytes=0-9", .ifRange: ServedSample.date],
            .part(0...9)),
        AnswerCase(
            "13.1.5 a date only matches exactly", .get, .sheet, [.range: "bytes=0-9", .ifRange: ServedSample.later],
            .whole),
        AnswerCase(
            "13.1.5 a date only matches exactly", .get, .sheet, [.range: "bytes=0-9", .ifRange: ServedSample.earlier],
            .whole),
        AnswerCase(
            "8.8.2.2 a date is weak for what may change twice in a second", .get, .untagged,
            [.range: "bytes=0-9", .ifRange: ServedSample.date], .whole),
        AnswerCase(
            "13.1.5 no date to compare", .get, .undated, [.range: "bytes=0-9", .ifRange: ServedSample.date], .whole),
        AnswerCase("13.1.5 passed over without Range", .get, .document, [.ifRange: "\"v2\""], .whole),
        AnswerCase(
            "13.1.5 another version has no range to miss", .get, .document,
            [.range: "bytes=5000-", .ifRange: "\"v2\""], .whole),
        AnswerCase(
            "13.1.5 this version has", .get, .document, [.range: "bytes=5000-", .ifRange: "\"v1\""], .unsatisfiable),
        AnswerCase(
            "13.1.5 only GET has ranges", .head, .document, [.range: "bytes=0-9", .ifRange: "\"v1\""], .whole),
    ]
}
