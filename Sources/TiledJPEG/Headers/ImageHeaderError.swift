/// Why a picture's header could not be read.
package struct ImageHeaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    package struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case unrecognizedFormat, truncated, malformed, unsupported }
        package let kind: Kind

        /// The bytes begin like no known picture.
        package static let unrecognizedFormat = Code(kind: .unrecognizedFormat)
        /// The bytes end too early; a longer prefix may be enough.
        package static let truncated = Code(kind: .truncated)
        /// The bytes contradict the format's rules.
        package static let malformed = Code(kind: .malformed)
        /// Legal, and not something this module reads.
        package static let unsupported = Code(kind: .unsupported)
    }

    /// The kind of fault.
    package let code: Code
    /// The segment, chunk or field at fault, with its byte offset where there is one.
    package let subject: String
    /// One sentence with the numbers in it.
    package let reason: String

    package init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// `subject: reason`.
    package var description: String { "\(subject): \(reason)" }
}
