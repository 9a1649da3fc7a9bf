import HTTPTypes

/// The single byte range of a request.
///
/// See [RFC 9110, section 14.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2).
enum ByteRange: Hashable, Sendable {
    /// From this offset to the end.
    case from(Int)
    /// From the first to the last offset, both inclusive. The last one is not less than the first.
    case between(Int, Int)
    /// The last bytes; the value is their number.
    case suffix(Int)

    /// Parses `Range`; `nil` if the field must be ignored: another unit, several ranges, or invalid text.
    ///
    /// Numbers that exceed `Int` become `Int.max`, which is past the end of every body.
    init?(parsing field: String) {
        let text = FieldText.trimmed(Substring(field).utf8)
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")),
            Substring(text[..<equals]).lowercased() == "bytes"
        else { return nil }
        // Empty list members are ignored. Two other members are several ranges.
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

    /// The offsets of the range in a body of `count` bytes; `nil` if the range contains no byte of the body. A suffix
    /// of an empty body is an empty range.
    func offsets(of count: Int) -> Range<Int>? {
        switch self {
        case .from(let first): first < count ? first..<count : nil
        case .between(let first, let last): first < count ? first..<min(last, count - 1) + 1 : nil
        case .suffix(let length): length > 0 ? max(count - length, 0)..<count : nil
        }
    }
}

/// The result of `Range` and `If-Range` for a GET request.
///
/// See [RFC 9110, section 14.2](https://www.rfc-editor.org/rfc/rfc9110#section-14.2).
enum RangeOutcome: Hashable, Sendable {
    /// Respond with 200 and the whole body.
    case whole
    /// Respond with 206 and the bytes at these offsets, at least one byte.
    case part(Range<Int>)
    /// Respond with 416.
    case unsatisfiable

    /// Evaluates the header fields of a GET request for a body of `count` bytes.
    init(request: HTTPFields, current: Validators, count: Int, now: HTTPDate) {
        guard let range = request[.range].flatMap(ByteRange.init(parsing:)), Self.isWanted(request, current, now) else {
            self = .whole
            return
        }
        guard let offsets = range.offsets(of: count) else {
            self = .unsatisfiable
            return
        }
        // A suffix of an empty body has no bytes, which `Content-Range` cannot express.
        self = offsets.isEmpty ? .whole : .part(offsets)
    }

    private static func isWanted(_ request: HTTPFields, _ current: Validators, _ now: HTTPDate) -> Bool {
        guard let field = request[.ifRange] else { return true }
        return RangeCondition(parsing: field, now: now)?.holds(for: current) ?? false
    }
}

/// The value of `If-Range`: the version of the part that the client already has.
///
/// See [RFC 9110, section 13.1.5](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
enum RangeCondition: Hashable, Sendable {
    /// The version with this entity tag.
    case entityTag(EntityTag)
    /// The version with this date.
    case date(HTTPDate)

    /// Parses one tag or one date; `nil` for any other text.
    init?(parsing field: String, now: HTTPDate) {
        if let tag = EntityTag(parsing: field) {
            self = .entityTag(tag)
        } else if let date = HTTPDate(parsing: field, now: now) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// Whether the client's part certainly belongs to the current version.
    func holds(for current: Validators) -> Bool {
        switch self {
        case .entityTag(let tag): current.entityTag.map { $0.isStronglyEqual(to: tag) } ?? false
        case .date(let date): current.hasStrongDate && current.lastModified == date
        }
    }
}
