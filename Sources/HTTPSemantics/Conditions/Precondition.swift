import HTTPTypes

/// What a request's conditions make of it.
///
/// See [RFC 9110, section 13.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.2).
enum Precondition: Hashable, Sendable {
    /// Answer as if there were no conditions.
    case holds
    /// Answer 304: the client has what it asks for.
    case notModified
    /// Answer 412, and change nothing.
    case fails

    /// Weighs a request's conditions in the order of section 13.2.2; `current` is nil where nothing exists yet.
    ///
    /// It is for requests that would succeed without conditions; to any other, they mean nothing.
    init(method: HTTPRequest.Method, request: HTTPFields, current: Validators?, now: HTTPDate) {
        let isRead = method == .get || method == .head
        if let field = request[.ifMatch] {
            guard let current, EntityTagList(parsing: field)?.containsStrongly(current.entityTag) ?? false else {
                self = .fails
                return
            }
        } else if let since = Self.date(.ifUnmodifiedSince, in: request, now: now),
            let lastModified = current?.lastModified, lastModified > since
        {
            self = .fails
            return
        }
        if let field = request[.ifNoneMatch] {
            let list = EntityTagList(parsing: field)
            // A writer that asked for protection in words that nobody understands does not get to overwrite. To a
            // reader, they are a reason to send everything.
            let isMatch = list.map { current != nil && $0.containsWeakly(current?.entityTag) } ?? !isRead
            self = isMatch ? (isRead ? .notModified : .fails) : .holds
        } else if isRead, let since = Self.date(.ifModifiedSince, in: request, now: now),
            let lastModified = current?.lastModified, lastModified <= since
        {
            self = .notModified
        } else {
            self = .holds
        }
    }

    /// The one date of a field; nil, so that the field is passed over, for anything that is not one date.
    private static func date(_ name: HTTPField.Name, in request: HTTPFields, now: HTTPDate) -> HTTPDate? {
        request[name].flatMap { HTTPDate(parsing: $0, now: now) }
    }
}
