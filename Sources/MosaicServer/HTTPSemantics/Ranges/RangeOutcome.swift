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

/// The value of `If-Range`: the version of which the client has the other part.
///
/// See [RFC 9110, section 13.1.5](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
enum RangeCondition: Hashable, Sendable {
    /// The version of this name.
    case entityTag(EntityTag)
    /// The version of this date.
    case date(HTTPDate)

    /// Reads one tag or one date.
    init?(parsing field: String, now: HTTPDate) {
        if let tag = EntityTag(parsing: field) {
            self = .entityTag(tag)
        } else if let date = HTTPDate(parsing: field, now: now) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// Whether the client's part is certainly one of the current version.
    func holds(for current: Validators) -> Bool {
        switch self {
        case .entityTag(let tag): current.entityTag.map { $0.isStronglyEqual(to: tag) } ?? false
        case .date(let date): current.hasStrongDate && current.lastModified == date
        }
    }
}
