import HTTPTypes

/// The conditions of a request that changes something: that is to be the version which the client knows, or none.
///
/// See [RFC 9110, section 13.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1).
struct WriteCondition: Sendable {
    private let method: HTTPRequest.Method
    private let fields: HTTPFields

    /// Nil where a request has none.
    init?(_ method: HTTPRequest.Method, _ fields: HTTPFields) {
        let names: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]
        guard names.contains(where: { fields[$0] != nil }) else { return nil }
        self.method = method
        self.fields = fields
    }

    /// Makes sure that the change may be made.
    ///
    /// - Parameter current: How the version that is there now is told from others; nil where there is none.
    /// - Throws: `preconditionFailed`.
    func check(_ current: Validators?, now: HTTPDate) throws(RequestError) {
        guard Precondition(method: method, request: fields, current: current, now: now) == .holds else {
            throw RequestError(.preconditionFailed, "It is another version.")
        }
    }
}
