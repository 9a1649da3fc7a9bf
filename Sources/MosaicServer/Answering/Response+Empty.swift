import HTTPTypes
import Hummingbird

extension Response {
    /// An answer that never has a body (204 or 304), and so tells no length either.
    ///
    /// See [RFC 9110, section 8.6](https://www.rfc-editor.org/rfc/rfc9110#section-8.6).
    static func empty(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Response {
        var response = Response(status: status, headers: fields)
        response.headers[.contentLength] = nil
        return response
    }
}
