package import HTTPTypes

/// The result of a request's conditions.
///
/// See [RFC 9110, section 13.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.2).
enum Precondition: Hashable, Sendable {
    /// Answer as if there were no conditions.
    case holds
    /// Answer 304: the client's copy is current.
    case notModified
    /// Answer 412, and change nothing.
    case fails

    /// Evaluates a request's conditions in the order of section 13.2.2; `current` is nil where nothing exists yet.
    ///
    /// Only for requests that would succeed without conditions; for others they do not count.
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
            // A write with an unreadable condition is refused. For a read, an unreadable condition never matches, and
            // everything is sent.
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

    /// The only date of a field; nil, so that the field is ignored, for anything else.
    private static func date(_ name: HTTPField.Name, in request: HTTPFields, now: HTTPDate) -> HTTPDate? {
        request[name].flatMap { HTTPDate(parsing: $0, now: now) }
    }
}

/// The validators that conditions are compared with: they identify a version of a representation.
///
/// See [RFC 9110, section 8.8](https://www.rfc-editor.org/rfc/rfc9110#section-8.8).
package struct Validators: Hashable, Sendable {
    /// The version's name.
    package let entityTag: EntityTag?
    /// When this version was made.
    let lastModified: HTTPDate?
    /// Whether there were certainly no two versions within one second, so that a date identifies a version.
    let hasStrongDate: Bool

    /// Joins validators; a date is strong only for resources that never change.
    package init(entityTag: EntityTag?, lastModified: HTTPDate? = nil, hasStrongDate: Bool = false) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.hasStrongDate = hasStrongDate
    }
}

/// The conditions of a write: the current version is the one that the client knows, or there is none.
///
/// See [RFC 9110, section 13.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1).
package struct WriteCondition: Sendable {
    private let method: HTTPRequest.Method
    private let fields: HTTPFields

    /// Nil where a request has none.
    package init?(_ method: HTTPRequest.Method, _ fields: HTTPFields) {
        let names: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]
        guard names.contains(where: { fields[$0] != nil }) else { return nil }
        self.method = method
        self.fields = fields
    }

    /// Whether the change is allowed.
    ///
    /// - Parameter current: The validators of the current version; nil where there is none.
    package func holds(for current: Validators?, now: HTTPDate) -> Bool {
        Precondition(method: method, request: fields, current: current, now: now) == .holds
    }
}
