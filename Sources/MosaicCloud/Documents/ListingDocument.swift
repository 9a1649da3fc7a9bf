import Foundation
import Mosaic
import PlayerFormats

/// The document that ListObjectsV2 answers with.
enum ListingDocument {
    /// The reason why a document is not a page of the requested listing: one sentence.
    struct Fault: Error {
        let reason: String
    }

    /// Reads a page; keys that do not begin with the query's prefix are a fault.
    static func page(_ root: PlayerFormats.XMLElement, of query: BucketQuery) throws(Fault) -> BucketPage {
        guard root.name == "ListBucketResult" else {
            throw Fault(reason: "The document is \(root.name.prefix(40)), not ListBucketResult.")
        }
        let isEncoded = root["EncodingType"] == "url"
        var page = BucketPage(objects: [])
        for element in root.children {
            switch element.name {
            case "Contents": page.objects.append(try object(element, isEncoded, query.prefix))
            case "CommonPrefixes":
                page.folders.append(try key(element["Prefix"], isEncoded, query.prefix))
            default: break
            }
        }
        guard page.objects.count + page.folders.count <= max(query.limit, 1_000) else {
            throw Fault(reason: "The page has more keys than were asked for.")
        }
        if root["IsTruncated"] == "true" {
            guard let next = root["NextContinuationToken"], !next.isEmpty, next != query.token else {
                throw Fault(reason: "The listing goes on, but does not say where.")
            }
            page.next = next
        }
        return page
    }

    private static func object(
        _ element: PlayerFormats.XMLElement, _ isEncoded: Bool, _ prefix: String
    ) throws(Fault) -> BucketObject {
        guard let bytes = element["Size"].flatMap({ Int($0) }), bytes >= 0 else {
            throw Fault(reason: "An object has no size.")
        }
        guard let modified = element["LastModified"].flatMap(ServerDate.iso8601) else {
            throw Fault(reason: "An object has no time of modification.")
        }
        return BucketObject(
            key: try key(element["Key"], isEncoded, prefix), bytes: bytes, modified: modified,
            version: element["ETag"].flatMap { ObjectVersion(entityTag: $0) })
    }

    private static func key(_ text: String?, _ isEncoded: Bool, _ prefix: String) throws(Fault) -> String {
        guard let text, let key = isEncoded ? PercentEncoding.decoded(form: text) : text, key.utf8.count <= 1_024,
            !key.isEmpty
        else { throw Fault(reason: "An object has no readable key.") }
        guard key.utf8.starts(with: prefix.utf8) else {
            throw Fault(reason: "A key does not begin with the prefix that was asked for.")
        }
        return key
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
