import Foundation
import HTTPTypes
import Hummingbird
import Mosaic

/// JSON responses that caches must not store.
enum JSONResponse {
    /// Encodes a value as a JSON response.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        let body = JSONBody.bytes(of: value)
        var fields = fields
        fields[.contentType] = ContentType.json.rawValue
        fields[.contentLength] = String(body.count)
        fields[.cacheControl] = Caching.unstored.fieldValue(for: .anyone)
        fields[.xContentTypeOptions] = "nosniff"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Encodes a value as a JSON response to GET and HEAD.
    static func report(_ value: some Encodable, _ readers: ReadAccess = .tokenHolders) -> BufferedResponse {
        BufferedResponse(
            JSONBody.bytes(of: value), type: .json, entityTag: nil, caching: .unstored, readers: readers)
    }
}

/// Encodes JSON with sorted keys, so that equal values have equal bytes.
enum JSONBody {
    /// Encodes a value. The encoding cannot fail, because no value contains a number that JSON cannot express.
    static func bytes(of value: some Encodable) -> [UInt8] {
        do {
            return try Array(JSONEncoder.sorted().encode(value))
        } catch {
            preconditionFailure("An answer cannot be encoded: \(error)")
        }
    }
}

/// A document with its members at the top level, for some clients, and as `data` with `success`, for other clients.
struct WrappedFacts<Facts: Encodable>: Encodable {
    let facts: Facts

    private enum CodingKeys: String, CodingKey {
        case success, data
    }

    func encode(to encoder: any Encoder) throws {
        try facts.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(true, forKey: .success)
        try container.encode(facts, forKey: .data)
    }
}
