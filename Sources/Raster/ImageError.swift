internal import TiledJPEG

/// A failure to decode a picture, to make a tile or to make a sheet.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case unrecognizedFormat, malformed, damaged, limitExceeded, unsupported, invalidSettings, outOfMemory
        }
        package let kind: Kind

        /// The file does not begin like a picture of a known format.
        public static let unrecognizedFormat = Code(kind: .unrecognizedFormat)
        /// The file violates its format and cannot be decoded; another decoder may tolerate the violation.
        public static let malformed = Code(kind: .malformed)
        /// The picture was decoded, but parts of it are wrong or missing.
        package static let damaged = Code(kind: .damaged)
        /// The picture exceeds the `DecodingLimits`, or the sheet has too many pixels.
        package static let limitExceeded = Code(kind: .limitExceeded)
        /// The file is valid, but this decoder does not support it.
        public static let unsupported = Code(kind: .unsupported)
        /// The caller's sizes, quality or tiles do not fit together.
        package static let invalidSettings = Code(kind: .invalidSettings)
        /// A codec could not allocate memory.
        package static let outOfMemory = Code(kind: .outOfMemory)
    }

    /// The kind of fault.
    public let code: Code
    /// The format, segment or setting at fault.
    public let subject: String
    /// The reason, in one sentence with the numbers in it.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    init(_ error: TiledJPEGError) {
        let code: Code =
            switch error.code {
            case .unrecognizedFormat: .unrecognizedFormat
            case .unsupported: .unsupported
            default: .malformed
            }
        self.init(code, error.subject, error.reason)
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
