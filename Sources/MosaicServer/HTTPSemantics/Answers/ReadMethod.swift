package import HTTPTypes

/// The methods that ask for a representation.
package enum ReadMethod: Hashable, Sendable {
    case get
    case head

    /// Takes GET and HEAD, and no other method.
    package init?(_ method: HTTPRequest.Method) {
        switch method {
        case .get: self = .get
        case .head: self = .head
        default: return nil
        }
    }

    /// The method as requests carry it.
    package var method: HTTPRequest.Method { self == .get ? .get : .head }
}
