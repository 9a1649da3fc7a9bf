import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Mosaic
import NIOCore
import NIOHTTP1

/// The answer to an error: the only place where a status and the public wording are chosen.
struct ErrorResponse: Sendable {
    /// The status.
    let status: HTTPResponse.Status
    /// The code that clients compare.
    let code: String
    /// One sentence without paths, names of files that are not the client's, or credentials.
    let message: String
    /// Further fields of the answer.
    let fields: HTTPFields

    /// Translates any error; unknown errors are the server's fault.
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
            // Never a success: a player would take the answer for the track.
            case .notYet, .unavailable: .serviceUnavailable
            }
        self.init(status, error.code.rawValue, error.reason, error.fields)
    }

    private init(_ error: MosaicError) {
        // Sentences about the client's own request go to the client; those about the library's files go to the log.
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

    /// Errors of Hummingbird and of the protocol.
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

    /// The answer; to HEAD, without its body.
    func response(to method: HTTPRequest.Method) -> Response {
        let (fields, body) = content
        return Response(
            status: status, headers: fields,
            body: method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The fields and the body.
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

/// A failure of a request that only HTTP knows.
struct RequestError: Error, Hashable, Sendable {
    /// The error's code; clients compare the text.
    enum Code: String, Hashable, Sendable, CaseIterable {
        /// A parameter, field or body cannot be read.
        case invalidRequest = "invalid_request"
        /// A token is missing or not good.
        case unauthorized
        /// Not even with a token.
        case forbidden
        /// There is nothing of this name.
        case notFound = "not_found"
        /// The storyboard has no tile for this time or chapter.
        case noTile = "no_tile"
        /// The path exists, for other methods.
        case methodNotAllowed = "method_not_allowed"
        /// It is going to be there, and is not yet.
        case notYet = "not_yet"
        /// Existing state prevents it.
        case conflict
        /// The client expects another version.
        case preconditionFailed = "precondition_failed"
        /// The body is too large.
        case tooLarge = "too_large"
        /// A body of a type that is not taken here.
        case unsupportedType = "unsupported_type"
        /// The server does not answer to this name.
        case misdirected
        /// The operator has to set something first.
        case notConfigured = "not_configured"
        /// The client exceeds its share; it may retry later.
        case tooManyRequests = "too_many_requests"
        /// The server cannot at the moment.
        case unavailable
    }

    /// The error's code.
    let code: Code
    /// One sentence for the client.
    let reason: String
    /// Further fields of the answer, such as `Retry-After`.
    let fields: HTTPFields

    /// Makes an error; `reason` is one sentence that may be public.
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
    /// The longest name that a message repeats, in bytes.
    private static let longestName = 128

    /// The same error with the name in the request's path, and the way to those that exist.
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

/// Turns errors into answers, so that outer middleware sees answers only.
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
