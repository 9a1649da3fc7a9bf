package import Foundation

/// Reads and writes objects of S3 buckets. The module `MosaicCloud` has the one that speaks HTTP.
///
/// Every method retries what may pass by itself, within its own budget, before it throws. All errors are ``MosaicError``:
/// `unavailable` where the server or the network fails or answers something else than it should, `refused` where
/// access is denied, `notFound` where there is no such bucket, `limitExceeded`, `invalidSettings`; besides that
/// `CancellationError`. No error names a key id or a secret.
package protocol BucketClient: Sendable {
    /// One page of a listing, by ListObjectsV2.
    func list(_ query: BucketQuery) async throws -> BucketPage

    /// The metadata of an object; `nil` if there is none.
    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject?

    /// The bytes of an object, whose length and checksum are verified; nil where there is none.
    ///
    /// - Parameters:
    ///   - range: Offsets; nil reads all of it. A range past the end is cut, and empty where it begins there.
    ///   - limit: The most bytes that are accepted, for which memory is taken.
    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody?

    /// Writes an object.
    ///
    /// - Returns: Its version.
    func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws -> ObjectVersion?
}

/// The parameters of a listing request.
package struct BucketQuery: Hashable, Sendable {
    /// The bucket.
    package let bucket: BucketName
    /// The beginning of all keys that are listed; may be empty.
    package let prefix: String
    /// Whether what follows the next slash is combined to one ``BucketPage/folders``.
    package var byFolder = false
    /// Where the previous page ended: its ``BucketPage/next``.
    package var token: String?
    /// The most keys and folders of the page, 1...1 000.
    package var limit = 1_000

    /// Asks for the first page below an address.
    package init(_ address: BucketAddress, byFolder: Bool = false) {
        bucket = address.bucket
        prefix = address.prefix
        self.byFolder = byFolder
    }
}

/// A part of a listing, in the order of the keys' bytes.
package struct BucketPage: Hashable, Sendable {
    /// The objects.
    package var objects: [BucketObject]
    /// Keys up to a slash, which they end with, behind which there are further keys.
    package var folders: [String]
    /// The token of the next page; nil after the last one.
    package var next: String?

    /// A page.
    package init(objects: [BucketObject], folders: [String] = [], next: String? = nil) {
        self.objects = objects
        self.folders = folders
        self.next = next
    }
}

/// An object of a bucket.
package struct BucketObject: Hashable, Sendable {
    /// Its key: any text of 1...1 024 bytes, also one that no file could have.
    package let key: String
    /// Length in bytes, 0 or more.
    package let bytes: Int
    /// When it was written.
    package let modified: Date
    /// Its ETag without quotation marks; nil where the server tells none.
    package let version: ObjectVersion?

    /// Describes an object.
    package init(key: String, bytes: Int, modified: Date, version: ObjectVersion?) {
        self.key = key
        self.bytes = bytes
        self.modified = modified
        self.version = version
    }
}

/// The bytes of an object, or of a part of it.
package struct BucketBody: Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]
    /// The ETag of the object that they were read from, without quotation marks; nil where the server tells none.
    package let version: ObjectVersion?

    /// Joins bytes and version.
    package init(bytes: [UInt8], version: ObjectVersion?) {
        self.bytes = bytes
        self.version = version
    }
}

/// The client of a program that has none: every request is `unsupported`.
package struct NoBuckets: BucketClient {
    private static let error = MosaicError(
        .unsupported, "s3", "This program is built without the trait Cloud, and reads no buckets.")

    /// A client for every bucket.
    package init() {}

    package func list(_ query: BucketQuery) async throws -> BucketPage { throw Self.error }

    package func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? { throw Self.error }

    package func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        throw Self.error
    }

    package func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws
        -> ObjectVersion?
    {
        throw Self.error
    }
}
