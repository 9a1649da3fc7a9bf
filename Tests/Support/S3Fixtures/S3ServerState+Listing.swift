import Foundation
import NIOCore
import Synchronization

extension S3ServerState {
    private struct Page {
        var contents = ""
        var prefixes = ""
        var count = 0
        var next: String?
    }

    /// ListObjectsV2: prefix, delimiter, max-keys, continuation-token, start-after and encoding-type.
    func list(_ request: S3Request) -> S3Reply {
        let query = request.query
        let limit = min(query["max-keys"].flatMap { Int($0) } ?? 1_000, pageLimit)
        var after = query["start-after"] ?? ""
        if let token = query["continuation-token"] {
            guard let bytes = Data(base64Encoded: token) else {
                return .error(400, "InvalidArgument", "The continuation token provided is incorrect")
            }
            after = String(decoding: bytes, as: UTF8.self)
        }
        let found = state.withLock { state -> (keys: [String], objects: [String: S3Object])? in
            guard let keys = state.buckets[request.bucket]?.sortedKeys() else { return nil }
            return (keys, state.buckets[request.bucket]?.objects ?? [:])
        }
        guard let found else { return .error(404, "NoSuchBucket", "The specified bucket does not exist") }
        let isEncoded = query["encoding-type"] == "url"
        let page = Self.page(
            found.keys, found.objects, prefix: query["prefix"] ?? "", delimiter: query["delimiter"] ?? "",
            after: after, limit: limit, isEncoded: isEncoded)
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>\(request.bucket)</Name>\
            <Prefix>\(Self.written(query["prefix"] ?? "", isEncoded))</Prefix><KeyCount>\(page.count)</KeyCount>\
            <MaxKeys>\(limit)</MaxKeys><IsTruncated>\(page.next != nil)</IsTruncated>
            """
        if let delimiter = query["delimiter"] { text += "<Delimiter>\(Self.written(delimiter, isEncoded))</Delimiter>" }
        if isEncoded { text += "<EncodingType>url</EncodingType>" }
        if let next = page.next {
            text += "<NextContinuationToken>\(Data(next.utf8).base64EncodedString())</NextContinuationToken>"
        }
        text += page.contents + page.prefixes + "</ListBucketResult>"
        return S3Reply(200, headers: [("Content-Type", "application/xml")], text: text)
    }

    private static func page(
        _ keys: [String], _ objects: [String: S3Object], prefix: String, delimiter: String, after: String, limit: Int,
        isEncoded: Bool
    ) -> Page {
        var page = Page()
        var last = after
        var index = firstIndex(in: keys, behind: max(prefix, after) { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        // A key that equals the prefix is listed, one that equals the last of the page before is not.
        if index > 0, keys[index - 1].utf8.elementsEqual(prefix.utf8), after.isEmpty { index -= 1 }
        while index < keys.count, keys[index].utf8.starts(with: prefix.utf8) {
            guard page.count < limit else {
                page.next = last
                break
            }
            let key = keys[index]
            page.count += 1
            let rest = key.utf8.dropFirst(prefix.utf8.count)
            if let end = delimiter.utf8.first.flatMap({ rest.firstIndex(of: $0) }) {
                let folder = String(decoding: key.utf8[...end], as: UTF8.self)
                page.prefixes += "<CommonPrefixes><Prefix>\(written(folder, isEncoded))</Prefix></CommonPrefixes>"
                last = folder + "\u{10FFFF}"
                index = firstIndex(in: keys, behind: last)
            } else {
                page.contents += objects[key].map { contents(key, $0, isEncoded) } ?? ""
                last = key
                index += 1
            }
        }
        return page
    }

    private static func contents(_ key: String, _ object: S3Object, _ isEncoded: Bool) -> String {
        """
        <Contents><Key>\(written(key, isEncoded))</Key>\
        <LastModified>\(object.modified.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))</LastModified>\
        <ETag>&quot;\(object.tag)&quot;</ETag><Size>\(object.body.readableBytes)</Size>\
        <StorageClass>STANDARD</StorageClass></Contents>
        """
    }

    /// The first key whose bytes come behind those of `text`; O(log keys).
    private static func firstIndex(in keys: [String], behind text: String) -> Int {
        var range = 0..<keys.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if text.utf8.lexicographicallyPrecedes(keys[middle].utf8) {
                range = range.lowerBound..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        return range.lowerBound
    }

    private static func max(_ first: String, _ second: String, by isBefore: (String, String) -> Bool) -> String {
        isBefore(first, second) ? second : first
    }

    /// As S3 writes keys: a space becomes a plus sign.
    private static func written(_ text: String, _ isEncoded: Bool) -> String {
        guard isEncoded else {
            return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        var kept = CharacterSet(charactersIn: "a"..."z")
        kept.insert(charactersIn: "A"..."Z")
        kept.insert(charactersIn: "0"..."9")
        kept.insert(charactersIn: "-_.*/ ")
        return (text.addingPercentEncoding(withAllowedCharacters: kept) ?? text).replacing(" ", with: "+")
    }
}
