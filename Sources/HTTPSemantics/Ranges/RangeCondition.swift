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
