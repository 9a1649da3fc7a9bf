package import Foundation

/// Reads and writes objects of S3 buckets. The module `MosaicCloud` has the client that uses HTTP.
///
/// Every method retries transient failures within the client's limits before it throws. All errors are ``MosaicError``
/// or `CancellationError`: `unavailable` if the server or the network fails or sends an invalid response, `refused` if
/// access is denied, `notFound` if the bucket does not exist, `limitExceeded`, `invalidSettings`, `unsupported` from
/// ``DeferredBuckets/unsupported``. No error contains a key id or a secret.
package protocol BucketClient: Sendable {
    /// One page of a listing, by ListObjectsV2.
    func list(_ query: BucketQuery) async throws -> BucketPage

    /// The metadata of an object; `nil` if there is none.
    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject?

    /// The bytes of an object, with verified length and checksum; nil if there is none.
    ///
    /// - Parameters:
    ///   - range: Offsets in bytes; nil reads the whole object. The part of the range past the end is left out.
    ///   - limit: Maximum number of bytes to accept and to allocate.
    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody?

    /// Writes an object.
    ///
    /// - Returns: The object's version; nil if the server does not state it.
    func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws -> ObjectVersion?
}

/// The parameters of a listing request.
package struct BucketQuery: Hashable, Sendable {
    package let bucket: BucketName
    /// The prefix of all listed keys; may be empty.
    package let prefix: String
    /// Whether keys with a slash after the prefix are combined into ``BucketPage/folders``.
    package var byFolder = false
    /// The ``BucketPage/next`` of the previous page; nil for the first page.
    package var token: String?
    /// Maximum number of keys and folders in the page, 1...1 000.
    package var limit = 1_000

    /// Creates a query for the first page below an address.
    package init(_ address: BucketAddress, byFolder: Bool = false) {
        bucket = address.bucket
        prefix = address.prefix
        self.byFolder = byFolder
    }
}

/// A part of a listing, in the order of the keys' bytes.
package struct BucketPage: Hashable, Sendable {
    package var objects: [BucketObject]
    /// Common prefixes of further keys; each ends with a slash.
    package var folders: [String]
    /// The token of the next page; nil after the last one.
    package var next: String?

    package init(objects: [BucketObject], folders: [String] = [], next: String? = nil) {
        self.objects = objects
        self.folders = folders
        self.next = next
    }
}

/// An object of a bucket.
package struct BucketObject: Hashable, Sendable {
    /// The key: any text of 1...1 024 bytes, even one that cannot be a file's path.
    package let key: String
    /// Length in bytes, 0 or more.
    package let bytes: Int
    /// Time of the last write.
    package let modified: Date
    /// The ETag without quotation marks; nil if the server does not state it.
    package let version: ObjectVersion?

    package init(key: String, bytes: Int, modified: Date, version: ObjectVersion?) {
        self.key = key
        self.bytes = bytes
        self.modified = modified
        self.version = version
    }
}

/// The bytes of an object, or of a part of it.
package struct BucketBody: Hashable, Sendable {
    package let bytes: [UInt8]
    /// The ETag of the object with these bytes, without quotation marks; nil if the server does not state it.
    package let version: ObjectVersion?

    package init(bytes: [UInt8], version: ObjectVersion?) {
        self.bytes = bytes
        self.version = version
    }
}
