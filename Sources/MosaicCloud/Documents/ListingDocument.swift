import Foundation
import Mosaic
import PlayerFormats

/// The document that ListObjectsV2 answers with.
enum ListingDocument {
    /// Reads a page.
    ///
    /// - Throws: `unavailable`, also for keys that do not begin with the query's prefix.
    static func page(_ root: PlayerFormats.XMLElement, of query: BucketQuery) throws(MosaicError) -> BucketPage {
        guard root.name == "ListBucketResult" else {
            throw fault(query, "The document is \(root.name.prefix(40)), not ListBucketResult.")
        }
        let isEncoded = root["EncodingType"] == "url"
        var page = BucketPage(objects: [])
        for element in root.children {
            switch element.name {
            case "Contents": page.objects.append(try object(element, isEncoded, query))
            case "CommonPrefixes":
                page.folders.append(try key(element["Prefix"], isEncoded, query))
            default: break
            }
        }
        guard page.objects.count + page.folders.count <= max(query.limit, 1_000) else {
            throw fault(query, "The page has more keys than were asked for.")
        }
        if root["IsTruncated"] == "true" {
            guard let next = root["NextContinuationToken"], !next.isEmpty, next != query.token else {
                throw fault(query, "The listing goes on, but does not say where.")
            }
            page.next = next
        }
        return page
    }

    private static func object(
        _ element: PlayerFormats.XMLElement, _ isEncoded: Bool, _ query: BucketQuery
    ) throws(MosaicError) -> BucketObject {
        guard let bytes = element["Size"].flatMap({ Int($0) }), bytes >= 0 else {
            throw fault(query, "An object has no size.")
        }
        guard let modified = element["LastModified"].flatMap(ServerDate.iso8601) else {
            throw fault(query, "An object has no time of modification.")
        }
        return BucketObject(
            key: try key(element["Key"], isEncoded, query), bytes: bytes, modified: modified,
            version: element["ETag"].flatMap { ObjectVersion(entityTag: $0) })
    }

    private static func key(_ text: String?, _ isEncoded: Bool, _ query: BucketQuery) throws(MosaicError) -> String {
        guard let text, let key = isEncoded ? PercentEncoding.decoded(form: text) : text, key.utf8.count <= 1_024,
            !key.isEmpty
        else { throw fault(query, "An object has no readable key.") }
        guard key.utf8.starts(with: query.prefix.utf8) else {
            throw fault(query, "A key does not begin with the prefix that was asked for.")
        }
        return key
    }

    private static func fault(_ query: BucketQuery, _ reason: String) -> MosaicError {
        MosaicError(.unavailable, query.bucket.rawValue, reason)
    }
}

extension ObjectVersion {
    /// An ETag without its quotation marks; nil where it is empty or longer than 256 bytes.
    init?(entityTag: String) {
        var tag = entityTag[...]
        if tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\"") { tag = tag.dropFirst().dropLast() }
        guard (1...256).contains(tag.utf8.count) else { return nil }
        self.init(rawValue: String(tag))
    }
}
