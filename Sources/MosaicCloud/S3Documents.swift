import Foundation
import Mosaic
import PlayerFormats

/// Parses the document of a ListObjectsV2 response.
enum ListingDocument {
    /// Parses a page.
    ///
    /// - Throws: `unavailable`, including for keys that do not begin with the query's prefix.
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
    /// Creates a version from an ETag without its quotation marks; nil if it is empty or longer than 256 bytes.
    init?(entityTag: String) {
        var tag = entityTag[...]
        if tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\"") { tag = tag.dropFirst().dropLast() }
        guard (1...256).contains(tag.utf8.count) else { return nil }
        self.init(rawValue: String(tag))
    }
}

/// The error document of an S3 response.
struct ErrorDocument {
    /// Error code, such as `NoSuchKey`. Only 1...64 letters are accepted, so that it cannot contain a credential;
    /// otherwise `Unknown`.
    let code: String
    /// Region of a bucket in another region; nil if not stated.
    let region: String?
    /// Time of the server, if the request's time differs too much; nil if not stated.
    let serverTime: Date?

    /// Nil if the bytes are not an error document.
    init?(_ bytes: [UInt8]) {
        guard let root = try? S3Document.root(of: bytes, limits: .init(bytes: 64 << 10, elements: 200, depth: 6)) else {
            return nil
        }
        // Some servers put the error inside an `Errors` element.
        let errors = root.children.first { $0.name == "Errors" }?.children ?? []
        guard let element = root.name == "Error" ? root : errors.first(where: { $0.name == "Error" }) else {
            return nil
        }
        let code = element["Code"] ?? ""
        let isName = (1...64).contains(code.utf8.count) && code.utf8.allSatisfy(Self.isLetter)
        self.code = isName ? code : "Unknown"
        region = element["Region"].flatMap(Self.region)
        serverTime = element["ServerTime"].flatMap(ServerDate.iso8601)
    }

    /// The text if it may be a region, otherwise nil.
    static func region(_ text: String) -> String? {
        (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(S3Configuration.isPartOfRegion) ? text : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

/// Parses XML of S3 servers: UTF-8, within the limits of a listing's page.
enum S3Document {
    /// Parses a document and returns its root element.
    static func root(
        of bytes: [UInt8], limits: PlayerFormats.XMLElement.Limits = .init(bytes: 8 << 20, elements: 20_000, depth: 12)
    ) throws(ThumbnailFormatError) -> PlayerFormats.XMLElement {
        let root = try XMLElement.root(of: bytes, limits: limits)
        // The XML parser replaces invalid bytes, and a key with replaced bytes would name another object.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ThumbnailFormatError(.malformed, "document", "It is not in UTF-8.")
        }
        return root
    }
}
