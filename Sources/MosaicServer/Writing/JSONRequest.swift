import Foundation
import HTTPSemantics
import Hummingbird
import Mosaic
import MosaicFiles
import NIOCore

/// Reading JSON out of requests.
enum JSONRequest {
    /// The longest body, in bytes: room for the longest list of chapters, each with a title of some words.
    static let limit = 8 << 20

    /// A long list takes a second or so to read: that holds up neither an event loop nor a thread that all tasks share, and
    /// is done to no more than these at a time.
    private static let threads = DiskThreads(limit: 2)

    /// Decodes the body of a request.
    ///
    /// - Throws: `unsupportedType` for what is not called JSON, `tooLarge`, `invalidRequest` naming the member; what the
    ///   value's own reading throws.
    static func value<Value: Decodable>(_ type: Value.Type, of request: Request) async throws -> Value {
        guard request.headers[.contentType] != nil else {
            throw RequestError(.unsupportedType, "The body has to be application/json.")
        }
        try refuseForms(request)
        return try await withTaskExecutorPreference(threads) { try await decoded(type, from: request.body) }
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, from body: RequestBody) async throws -> Value {
        do {
            let bytes = try await body.collect(upTo: limit)
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw RequestError(.tooLarge, "A body of more than \(limit) bytes is not taken.")
        } catch let error as DecodingError {
            throw RequestError(.invalidRequest, sentence(for: error))
        }
    }

    /// Refuses bodies of requests that need none, unless they are called JSON: pages of other origins may send some types
    /// without being asked first.
    ///
    /// - Throws: `unsupportedType`.
    static func refuseForms(_ request: Request) throws {
        guard let field = request.headers[.contentType] else { return }
        guard ContentType(parsing: field) == .json else {
            throw RequestError(.unsupportedType, "A body has to be application/json.")
        }
    }

    private static func sentence(for error: DecodingError) -> String {
        let (path, reason) =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context.codingPath, "is of another type than is taken here")
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .dataCorrupted(let context): (context.codingPath, "cannot be read")
            @unknown default: ([], "cannot be read")
            }
        let place = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return "\(place.isEmpty ? "The body" : place) \(reason)."
    }
}
