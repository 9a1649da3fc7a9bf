import HTTPTypes

/// The result of `Range` and `If-Range` for a GET.
///
/// See [RFC 9110, section 14.2](https://www.rfc-editor.org/rfc/rfc9110#section-14.2).
enum RangeOutcome: Hashable, Sendable {
    /// Answer 200 with everything.
    case whole
    /// Answer 206 with these offsets, at least one byte.
    case part(Range<Int>)
    /// Answer 416.
    case unsatisfiable

    /// Evaluates the fields of a GET for a body of `count` bytes.
    init(request: HTTPFields, current: Validators, count: Int, now: HTTPDate) {
        guard let range = request[.range].flatMap(ByteRange.init(parsing:)), Self.isWanted(request, current, now) else {
            self = .whole
            return
        }
        guard let offsets = range.offsets(of: count) else {
            self = .unsatisfiable
            return
        }
        // The last bytes of an empty body are none, which Content-Range cannot express.
        self = offsets.isEmpty ? .whole : .part(offsets)
    }

    private static func isWanted(_ request: HTTPFields, _ current: Validators, _ now: HTTPDate) -> Bool {
        guard let field = request[.ifRange] else { return true }
        return RangeCondition(parsing: field, now: now)?.holds(for: current) ?? false
    }
}
