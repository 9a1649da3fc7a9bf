import Foundation
import Hummingbird
import Mosaic
import MosaicLibrary
import NIOCore

/// Reads JSON bodies of requests.
enum JSONRequest {
    /// Maximum size of a body in bytes: room for the longest list of chapters, each with a title of some words.
    static let limit = 8 << 20

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - limit: Maximum size of the body in bytes.
    ///   - read: Parses the body's bytes.
    /// - Throws: `unsupportedType` for a media type that is missing or not JSON; `tooLarge`; `invalidRequest` naming
    ///   the member for a `DecodingError` of `read`; other errors of `read`.
    static func value<Value: Sendable>(
        of request: Request, limit: Int = JSONRequest.limit, _ read: @escaping @Sendable ([UInt8]) throws -> Value
    ) async throws -> Value {
        guard request.headers[.contentType] != nil else {
            throw RequestError(
                .unsupportedType, "The body has to be application/json, and the request has no Content-Type.")
        }
        try refuseForms(request)
        // Parsing a long list takes about a second.
        return try await withTaskExecutorPreference(WorkExecutors.decoding) {
            let bytes = try await bytes(of: request.body, limit: limit)
            do {
                return try read(bytes)
            } catch let error as DecodingError {
                throw RequestError(.invalidRequest, sentence(for: error, in: bytes))
            }
        }
    }

    /// Reads the body into an array. A single `ByteBuffer` would round its capacity up to a power of two.
    private static func bytes(of body: RequestBody, limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in body {
            guard bytes.count + part.readableBytes <= limit else {
                throw RequestError(.tooLarge, "A body of more than \(limit) bytes is not taken.")
            }
            bytes.append(contentsOf: part.readableBytesView)
        }
        return bytes
    }

    /// Refuses a media type that is not JSON, also for requests that need no body. Pages of other origins may send some
    /// other types without a preflight request.
    ///
    /// - Throws: `unsupportedType`.
    static func refuseForms(_ request: Request) throws {
        guard let field = request.headers[.contentType] else { return }
        guard ContentType(parsing: field) == .json else {
            throw RequestError(.unsupportedType, "The body takes Content-Type: application/json." + hint(for: field))
        }
    }

    /// A hint how to submit a film, for a client that uploads one; empty for every other type.
    static func hint(for type: String?) -> String {
        guard type?.lowercased().hasPrefix("video/") == true else { return "" }
        return " Films are not uploaded: source in a submission names one below --source-root."
    }

    private static func sentence(for error: DecodingError, in bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "The body is empty; it has to be JSON." }
        if let syntax = JSONSyntaxError(in: bytes) {
            return "The body is not valid JSON: \(syntax.words(in: bytes))."
        }
        let (path, reason) =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context.codingPath, expectation(of: error).map { "has to be \($0)" } ?? "is of another type")
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .dataCorrupted(let context): (context.codingPath, "cannot be read")
            @unknown default: ([], "cannot be read")
            }
        let place = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return "\(place.isEmpty ? "The body" : place) \(reason)."
    }

    /// The JSON type that a member requires; `nil` if unknown.
    private static func expectation(of error: DecodingError) -> String? {
        let type: Any.Type
        switch error {
        case .typeMismatch(let expected, _), .valueNotFound(let expected, _): type = expected
        default: return nil
        }
        return switch type {
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is [Any].Type: "a list"
        case is [String: Any].Type: "an object"
        default: nil
        }
    }
}
