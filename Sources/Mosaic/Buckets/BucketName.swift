/// The name of an S3 bucket: 3...63 of the characters `a-z 0-9 . -`, with a letter or digit at both ends.
///
/// Source: Amazon S3 User Guide, "Bucket naming rules". A name with a dot is never part of a host name here.
package struct BucketName: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The name as text.
    package let rawValue: String

    /// Takes a name as it is; nil where it breaks a rule.
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

    /// The name as text.
    package var description: String { rawValue }
}
