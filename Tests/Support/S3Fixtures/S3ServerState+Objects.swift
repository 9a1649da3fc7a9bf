import Foundation
import NIOCore
import Synchronization

extension S3ServerState {
    /// GET and HEAD.
    func read(_ request: S3Request) -> S3Reply {
        let (hasBucket, found) = state.withLock { state in
            (state.buckets[request.bucket] != nil, state.buckets[request.bucket]?.objects[request.key])
        }
        guard hasBucket else { return .error(404, "NoSuchBucket", "The specified bucket does not exist") }
        guard let object = found else { return .error(404, "NoSuchKey", "The specified key does not exist.") }
        var headers: [(name: String, value: String)] = [
            ("ETag", "\"\(object.tag)\""), ("Accept-Ranges", "bytes"),
            ("Last-Modified", Self.httpDate(object.modified)),
        ]
        for field in object.headers where !field.name.lowercased().hasPrefix("x-amz-checksum-") {
            headers.append(field)
        }
        guard let range = request.header("Range") else {
            if request.header("x-amz-checksum-mode") == "ENABLED" {
                for field in object.headers where field.name.lowercased().hasPrefix("x-amz-checksum-") {
                    headers.append(field)
                }
            }
            return S3Reply(200, headers: headers, body: object.body)
        }
        let count = object.body.readableBytes
        let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard range.hasPrefix("bytes="), ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            first <= last
        else { return .error(400, "InvalidArgument") }
        guard first < count, let part = object.body.getSlice(at: first, length: min(last + 1, count) - first) else {
            return .error(416, "InvalidRange", "The requested range is not satisfiable")
        }
        headers.append(("Content-Range", "bytes \(first)-\(min(last, count - 1))/\(count)"))
        return S3Reply(206, headers: headers, body: part)
    }

    /// PUT.
    func write(_ request: S3Request, _ body: ByteBuffer) -> S3Reply {
        var kept: [(name: String, value: String)] = []
        for field in request.fields {
            let name = field.name.lowercased()
            if name == "content-type" || name.hasPrefix("x-amz-checksum-") { kept.append(field) }
        }
        let object = S3Object(Array(body.readableBytesView), headers: kept)
        let isStored = state.withLock { state in
            state.buckets[request.bucket]?.set(object, at: request.key) != nil
        }
        guard isStored else { return .error(404, "NoSuchBucket", "The specified bucket does not exist") }
        return S3Reply(200, headers: [("ETag", "\"\(object.tag)\"")])
    }

    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
