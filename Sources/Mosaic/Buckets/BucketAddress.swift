/// The address of a part of a bucket: `s3://bucket/prefix/`, or `s3://bucket/` for the whole bucket.
package struct BucketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The scheme with which the text of an address begins.
    package static let scheme = "s3://"

    package let bucket: BucketName
    /// The common prefix of the keys: empty, or an ``ObjectKey`` and a slash.
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

    /// The address of a folder below this one; nil if the key would be too long.
    package func appending(_ folder: ObjectKey) -> BucketAddress? {
        let key = prefix + folder.rawValue
        return ObjectKey(rawValue: key).map { _ in BucketAddress(bucket: bucket, prefix: key + "/") }
    }

    /// The key of an object directly below the address.
    package func key(of name: String) -> String { prefix + name }

    /// The last part of the prefix; the bucket's name if the prefix is empty.
    package var name: String {
        prefix.unicodeScalars.split(separator: "/").last.map(String.init) ?? bucket.rawValue
    }

    /// The text that ``init(_:)`` reads, with the slash at its end.
    package var description: String { "\(Self.scheme)\(bucket)/\(prefix)" }
}

/// The name of an S3 bucket: 3...63 of the characters `a-z 0-9 . -`, with a letter or digit at both ends and no
/// adjacent dots.
///
/// Source: Amazon S3 User Guide, "Bucket naming rules". A name with a dot is never part of a host name here.
package struct BucketName: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    package let rawValue: String

    /// Creates a name from `rawValue` unchanged; nil if it breaks a rule.
    package init?(rawValue: String) {
        let bytes = Array(rawValue.utf8)
        func isAlphanumeric(_ byte: UInt8?) -> Bool {
            guard let byte else { return false }
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (3...63).contains(bytes.count), isAlphanumeric(bytes.first), isAlphanumeric(bytes.last),
            bytes.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            !rawValue.contains("..")
        else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}

extension ScreenshotSource {
    /// Checks that a folder that begins with `s3://`, in any case, is the address of a part of a bucket. Otherwise it
    /// would be used as a path.
    ///
    /// - Throws: `invalidSettings`, with the text as its subject.
    package func checkAddress() throws {
        guard folder.prefix(BucketAddress.scheme.count).lowercased() == BucketAddress.scheme, bucketAddress == nil
        else { return }
        let name = folder.dropFirst(BucketAddress.scheme.count).unicodeScalars.prefix { $0 != "/" }
        let reason =
            if !folder.hasPrefix(BucketAddress.scheme) {
                "An address begins with \(BucketAddress.scheme) in lower case."
            } else if BucketName(rawValue: String(name)) == nil {
                "A bucket's name has 3 to 63 of the characters a-z, 0-9, dot and hyphen, and begins and ends with a letter "
                    + "or digit."
            } else {
                "A prefix has no empty part, no part . or .., no control character or backslash, and at most 1 024 bytes."
            }
        throw MosaicError(.invalidSettings, folder, reason)
    }
}
