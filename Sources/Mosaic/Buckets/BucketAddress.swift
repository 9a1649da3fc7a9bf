/// A part of a bucket: `s3://bucket/prefix/`, or `s3://bucket/` for all of it.
package struct BucketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The scheme with which the text of an address begins.
    package static let scheme = "s3://"

    /// The bucket.
    package let bucket: BucketName
    /// The keys' common beginning: empty, or an ``ObjectKey`` and a slash.
    package let prefix: String

    /// Reads an address; the slash at the end may be absent. Nil for every other text.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let rest = text.dropFirst(Self.scheme.count).unicodeScalars
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let bucket = BucketName(rawValue: String(rest[..<end])) else { return nil }
        var folder = String(rest[end...].dropFirst())
        if folder.unicodeScalars.last == "/" { folder.unicodeScalars.removeLast() }
        guard folder.isEmpty || ObjectKey(rawValue: folder) != nil else { return nil }
        self.bucket = bucket
        prefix = folder.isEmpty ? "" : folder + "/"
    }

    private init(bucket: BucketName, prefix: String) {
        self.bucket = bucket
        self.prefix = prefix
    }

    /// The address of a folder below this one; nil where the key would be too long.
    package func appending(_ folder: ObjectKey) -> BucketAddress? {
        let key = prefix + folder.rawValue
        return ObjectKey(rawValue: key).map { _ in BucketAddress(bucket: bucket, prefix: key + "/") }
    }

    /// The key of an object directly below the address.
    package func key(of name: String) -> String { prefix + name }

    /// The last part of the prefix, or the bucket's name where there is none.
    package var name: String {
        prefix.unicodeScalars.split(separator: "/").last.map(String.init) ?? bucket.rawValue
    }

    /// The text that ``init(_:)`` reads, with the slash at its end.
    package var description: String { "\(Self.scheme)\(bucket)/\(prefix)" }
}
