/// A file of a thumbnail format that cannot be read, or a change that cannot be made to it.
package struct ThumbnailFormatError: Error, Hashable, Sendable {
    /// The kind of fault.
    package enum Code: Hashable, Sendable {
        /// The file breaks a rule of its format.
        case malformed
        /// The file is valid, but uses a feature that is not supported.
        case unsupported
        /// A size or count in the file exceeds the reader's limit.
        case limitExceeded
        /// The change has no place in the file.
        case refused
    }

    package let code: Code
    /// The part of the file: a line (`line 12`), an element (`AdaptationSet`), a box (`moov`) or an entry (`image 7`).
    package let subject: String
    /// One sentence with the numbers in it.
    package let reason: String

    package init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }
}
