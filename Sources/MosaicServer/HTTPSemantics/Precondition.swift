package import HTTPTypes

/// The result of a request's preconditions.
///
/// See [RFC 9110, section 13.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.2).
enum Precondition: Hashable, Sendable {
    /// Respond as if there were no preconditions.
    case holds
    /// Respond with 304: the client's copy is current.
    case notModified
    /// Respond with 412, and change nothing.
    case fails

    /// Evaluates a request's preconditions in the order of section 13.2.2. `current` is `nil` if the resource does not
    /// exist.
    ///
    /// Only for requests that would succeed without preconditions. For all others, preconditions are ignored.
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
            // A write with an invalid precondition is refused. For a read, an invalid precondition never matches, so
            // the whole body is sent.
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

    /// The date in a field; `nil` if the field does not have exactly one valid date, so that the field is ignored.
    private static func date(_ name: HTTPField.Name, in request: HTTPFields, now: HTTPDate) -> HTTPDate? {
        request[name].flatMap { HTTPDate(parsing: $0, now: now) }
    }
}

/// The validators of a version of a representation, which preconditions are compared with.
///
/// See [RFC 9110, section 8.8](https://www.rfc-editor.org/rfc/rfc9110#section-8.8).
package struct Validators: Hashable, Sendable {
    package let entityTag: EntityTag?
    /// Modification time of this version.
    let lastModified: HTTPDate?
    /// Whether no two versions can have the same date, so that the date identifies a version.
    let hasStrongDate: Bool

    /// Creates validators. A date is strong only for resources that never change.
    package init(entityTag: EntityTag?, lastModified: HTTPDate? = nil, hasStrongDate: Bool = false) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.hasStrongDate = hasStrongDate
    }
}

/// The preconditions of a write: the current version is the one that the client knows, or the resource does not exist.
///
/// See [RFC 9110, section 13.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1).
package struct WriteCondition: Sendable {
    private let method: HTTPRequest.Method
    private let fields: HTTPFields

    /// `nil` if the request has no preconditions.
    package init?(_ method: HTTPRequest.Method, _ fields: HTTPFields) {
        let names: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]
        guard names.contains(where: { fields[$0] != nil }) else { return nil }
        self.method = method
        self.fields = fields
    }

    /// Whether the change is allowed.
    ///
    /// - Parameter current: The validators of the current version; `nil` if the resource does not exist.
    package func holds(for current: Validators?, now: HTTPDate) -> Bool {
        Precondition(method: method, request: fields, current: current, now: now) == .holds
    }
}
