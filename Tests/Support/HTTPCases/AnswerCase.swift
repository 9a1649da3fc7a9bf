package import HTTPTypes
import Testing

import MosaicServer

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
