import HTTPTypes
import Hummingbird

extension Response {
    /// An answer without a body (204 or 304) and without its length.
    ///
    /// See [RFC 9110, section 8.6](https://www.rfc-editor.org/rfc/rfc9110#section-8.6).
    static func empty(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Response {
        var response = Response(status: status, headers: fields)
        response.headers[.contentLength] = nil
        return response
    }
}
