import HTTPTypes

/// The single byte range of a request.
///
/// See [RFC 9110, section 14.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2).
enum ByteRange: Hashable, Sendable {
    /// From an offset to the end.
    case from(Int)
    /// From the first to the last offset, both included; the last one is not before the first.
    case between(Int, Int)
    /// The last bytes.
    case suffix(Int)

    /// Parses `Range`; nil where the field is to be ignored: another unit, several ranges, anything malformed.
    ///
    /// Numbers too large for an `Int` count as `Int.max`, which is past the end of every body.
    init?(parsing field: String) {
        let text = FieldText.trimmed(Substring(field).utf8)
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")),
            Substring(text[..<equals]).lowercased() == "bytes"
        else { return nil }
        // Empty members of the list are ignored; two other ones are several ranges.
        var members = text[text.index(after: equals)...].split(separator: UInt8(ascii: ","), maxSplits: 1_000)
            .lazy.map(FieldText.trimmed).filter { !$0.isEmpty }.makeIterator()
        guard let member = members.next(), members.next() == nil,
            let dash = member.firstIndex(of: UInt8(ascii: "-"))
        else { return nil }
        let first = member[..<dash]
        let last = member[member.index(after: dash)...]
        if first.isEmpty {
            guard let length = FieldText.number(last) else { return nil }
            self = .suffix(length)
        } else if last.isEmpty {
            guard let first = FieldText.number(first) else { return nil }
            self = .from(first)
        } else {
            guard let first = FieldText.number(first), let last = FieldText.number(last), first <= last else {
                return nil
            }
            self = .between(first, last)
        }
    }

    /// The offsets of the range in a body of `count` bytes; nil where it has no byte of the body.
    func offsets(of count: Int) -> Range<Int>? {
        switch self {
        case .from(let first): first < count ? first..<count : nil
        case .between(let first, let last): first < count ? first..<min(last, count - 1) + 1 : nil
        case .suffix(let length): length > 0 ? max(count - length, 0)..<count : nil
        }
    }
}

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
