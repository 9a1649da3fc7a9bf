import HTTPTypes
import Hummingbird
import Mosaic

/// Answers that no cache keeps.
enum JSONResponse {
    /// A value as JSON.
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

    /// A value as JSON, for GET and HEAD.
    static func report(_ value: some Encodable, _ readers: ReadAccess = .tokenHolders) -> BufferedResponse {
        BufferedResponse(
            JSONBody.bytes(of: value), type: .json, entityTag: nil, caching: .unstored, readers: readers)
    }
}
