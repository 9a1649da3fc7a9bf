package import HTTPTypes

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
