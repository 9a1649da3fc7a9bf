import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Mosaic
import NIOCore
import NIOHTTP1

/// The response to an error. Only this type maps errors to a status, a code and a public message.
struct ErrorResponse: Sendable {
    let status: HTTPResponse.Status
    /// The error code, which clients compare.
    let code: String
    /// One public sentence without paths, foreign file names or credentials.
    let message: String
    /// Additional header fields of the response.
    let fields: HTTPFields

    /// Creates the response to any error. Unknown errors get status 500.
    init(_ error: any Error) {
        switch error {
        case let error as RequestError: self.init(error)
        case let error as MosaicError: self.init(error)
        case let error as HTTPError: self.init(error)
        case is HTTPParserError, is ChannelError, is IOError:
            self.init(.badRequest, RequestError.Code.invalidRequest.rawValue, "The body cannot be read.")
        case is CancellationError:
            self.init(.serviceUnavailable, "unavailable", "The server is going down.", [.retryAfter: "1"])
        default: self.init(.internalServerError, "internal", "The server failed.")
        }
    }

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, _ fields: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
    }

    private init(_ error: RequestError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .invalidRequest: .badRequest
            case .unauthorized: .unauthorized
            case .forbidden: .forbidden
            case .notFound, .noTile: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .conflict: .conflict
            case .preconditionFailed: .preconditionFailed
            case .tooLarge: .contentTooLarge
            case .unsupportedType: .unsupportedMediaType
            case .misdirected: .misdirectedRequest
            case .notConfigured: .notImplemented
            case .tooManyRequests: .tooManyRequests
            // Not a success status: a player would take the response for the track.
            case .notYet, .unavailable: .serviceUnavailable
            }
        self.init(status, error.code.rawValue, error.reason, error.fields)
    }

    private init(_ error: MosaicError) {
        // Reasons that concern the client's request are sent to the client. Reasons that concern the library's files
        // are only logged.
        switch error.code.kind {
        case .invalidSettings: self.init(.badRequest, "invalid_settings", error.reason)
        case .noScreenshots: self.init(.notFound, "no_screenshots", "There are no screenshots.")
        case .notFound: self.init(.notFound, RequestError.Code.notFound.rawValue, error.reason)
        case .damaged: self.init(.unprocessableContent, "damaged", error.description)
        case .malformed: self.init(.internalServerError, "malformed", "Its stored files cannot be read.")
        case .limitExceeded: self.init(.contentTooLarge, "limit_exceeded", error.reason)
        case .unsupported: self.init(.unprocessableContent, "unsupported", error.reason)
        case .refused: self.init(.conflict, "refused", error.reason)
        case .busy, .conflict:
            self.init(.serviceUnavailable, "busy", "It is being worked on.", [.retryAfter: "1"])
        case .unavailable:
            self.init(.serviceUnavailable, "unavailable", "The storage does not answer.", [.retryAfter: "5"])
        }
    }

    /// Creates the response to an error of Hummingbird or of the protocol.
    private init(_ error: HTTPError) {
        switch error.status {
        case .notFound:
            self.init(
                .notFound, RequestError.Code.notFound.rawValue,
                "There is nothing at this path; openapi.json lists the routes.")
        case .contentTooLarge:
            self.init(.contentTooLarge, RequestError.Code.tooLarge.rawValue, "The body is too large.")
        default:
            self.init(error.status, RequestError.Code.invalidRequest.rawValue, "The request cannot be answered.")
        }
    }

    /// The response, without a body for HEAD.
    func response(to method: HTTPRequest.Method) -> Response {
        let (fields, body) = content
        return Response(
            status: status, headers: fields,
            body: method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The header fields and the body.
    var content: (fields: HTTPFields, body: [UInt8]) {
        let body = JSONBody.bytes(of: Body(error: Body.Fault(code: code, message: message)))
        var fields = fields
        fields[.contentType] = ContentType.json.rawValue
        fields[.contentLength] = String(body.count)
        fields[.cacheControl] = Caching.unstored.fieldValue(for: .anyone)
        fields[.xContentTypeOptions] = "nosniff"
        return (fields, body)
    }

    private struct Body: Encodable {
        struct Fault: Encodable {
            let code: String
            let message: String
        }
        let error: Fault
    }
}

/// An error of the HTTP layer, with its public message.
struct RequestError: Error, Hashable, Sendable {
    /// The error's code; clients compare the text.
    enum Code: String, Hashable, Sendable, CaseIterable {
        /// A parameter, header field or body is invalid.
        case invalidRequest = "invalid_request"
        /// The token or the signed link is missing or invalid.
        case unauthorized
        /// The server is read-only, the page's origin may not write, or the token's scope is too small.
        case forbidden
        /// The resource does not exist.
        case notFound = "not_found"
        /// The storyboard has no tile for this time or chapter.
        case noTile = "no_tile"
        /// The path exists only for other methods.
        case methodNotAllowed = "method_not_allowed"
        /// The storyboard is being composed.
        case notYet = "not_yet"
        /// The request conflicts with the current state, for example of a job.
        case conflict
        /// The stored version does not match the request's preconditions.
        case preconditionFailed = "precondition_failed"
        /// The body, the header fields or the picture is too large.
        case tooLarge = "too_large"
        /// The body's media type or encoding is not accepted.
        case unsupportedType = "unsupported_type"
        /// The server does not serve the requested host name.
        case misdirected
        /// The operator has not configured the feature.
        case notConfigured = "not_configured"
        /// A queue limit is reached; the client may retry later.
        case tooManyRequests = "too_many_requests"
        /// The server is overloaded, or a store does not respond.
        case unavailable
    }

    let code: Code
    /// One sentence for the client.
    let reason: String
    /// Additional header fields of the response, such as `Retry-After`.
    let fields: HTTPFields

    init(_ code: Code, _ reason: String, _ fields: HTTPFields = [:]) {
        self.code = code
        self.reason = reason
        self.fields = fields
    }

    static let noFile = RequestError(.notFound, "There is no such file.")
    static let tooManyFiles = RequestError(.unavailable, "Too many files are open.", [.retryAfter: "1"])
    static let noSheet = RequestError(.notFound, "There is no such sheet.")
    static let noStoryboard = RequestError(.notFound, "There is no such storyboard.")
    static let noTile = RequestError(.notFound, "There is no such tile.")
}

extension RequestError {
    /// Maximum length of a name in a message, in bytes.
    private static let longestName = 128

    /// The same error with the requested name in its message, and a hint how to find existing names.
    fileprivate func naming(_ context: ServerContext) -> RequestError {
        guard let reason = reason(naming: context) else { return self }
        return RequestError(code, reason, fields)
    }

    private func reason(naming context: ServerContext) -> String? {
        func part(_ name: String) -> String? {
            context.part(name).flatMap { $0.utf8.count <= Self.longestName ? $0 : nil }
        }
        switch self {
        case .noStoryboard:
            return part("id").map { "There is no storyboard \($0); GET /storyboards lists all." }
        case .noJob: return part("number").map { "There is no job \($0); GET /jobs lists all." }
        case .noTile:
            return part("tile").map { "There is no tile \($0); GET tile?t=SECONDS of the storyboard finds names." }
        case .noFile, .noSheet:
            let name = context.filePath ?? context.part("entry") ?? ""
            guard (1...Self.longestName).contains(name.utf8.count) else { return nil }
            return "There is no file \(name) in the storyboard; its track, \(Storyboard.trackName), names its sheets."
        default: return nil
        }
    }
}

/// Converts errors to responses, so that outer middleware receives only responses.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let named: (any Error)? = (error as? RequestError)?.naming(context)
            let answer = ErrorResponse(named ?? error)
            let isOurs = answer.status.kind == .serverError
            context.logger.log(
                level: isOurs ? .error : .debug, "\(isOurs ? "The request failed." : "The request was refused.")",
                metadata: ["error": "\(error)", "code": "\(answer.code)"])
            return answer.response(to: request.method)
        }
    }
}
