package import HTTPTypes

/// The status and header fields of the response to a GET or HEAD request for an existing resource.
package struct ConditionalGETResult: Hashable, Sendable {
    /// The status: 200, 206, 304, 412 or 416.
    package let status: HTTPResponse.Status
    /// All header fields that depend on the representation and the request. For 412 and 416, the writer of the error
    /// body adds the fields of that body.
    package let fields: HTTPFields
    /// The offsets of the representation's bytes to send; `nil` to send none.
    package let body: Range<Int>?

    /// Evaluates preconditions, then ranges, in the order of [RFC 9110, section
    /// 13.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2).
    package init(to method: ReadMethod, request: HTTPFields, with representation: Representation, now: HTTPDate) {
        let current = representation.validators
        switch Precondition(method: method.method, request: request, current: current, now: now) {
        case .fails:
            self.init(status: .preconditionFailed)
        case .notModified:
            self.init(status: .notModified, fields: representation.notModifiedFields)
        case .holds where method == .head:
            self.init(status: .ok, fields: representation.fields)
        case .holds:
            let count = representation.count
            switch RangeOutcome(request: request, current: current, count: count, now: now) {
            case .whole:
                self.init(status: .ok, fields: representation.fields, body: 0..<count)
            case .part(let offsets):
                var fields = representation.fields
                fields[.contentLength] = String(offsets.count)
                fields[.contentRange] = "bytes \(offsets.lowerBound)-\(offsets.upperBound - 1)/\(count)"
                self.init(status: .partialContent, fields: fields, body: offsets)
            case .unsatisfiable:
                self.init(status: .rangeNotSatisfiable, fields: [.contentRange: "bytes */\(count)"])
            }
        }
    }

    private init(status: HTTPResponse.Status, fields: HTTPFields = [:], body: Range<Int>? = nil) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// The methods that read a representation.
package enum ReadMethod: Hashable, Sendable {
    case get
    case head

    /// `nil` unless the method is GET or HEAD.
    package init?(_ method: HTTPRequest.Method) {
        switch method {
        case .get: self = .get
        case .head: self = .head
        default: return nil
        }
    }

    package var method: HTTPRequest.Method { self == .get ? .get : .head }
}
