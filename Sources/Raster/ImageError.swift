internal import TiledJPEG

/// Why a picture could not be decoded or made into a tile, or a tile into a sheet.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case unrecognizedFormat, malformed, damaged, limitExceeded, unsupported, invalidSettings, outOfMemory
        }
        package let kind: Kind

        /// The file begins like no picture that is read here.
        public static let unrecognizedFormat = Code(kind: .unrecognizedFormat)
        /// The file violates its format, and cannot be decoded; another decoder may forgive it.
        public static let malformed = Code(kind: .malformed)
        /// A picture could be made, but parts of it are wrong or missing.
        package static let damaged = Code(kind: .damaged)
        /// The picture costs more than `DecodingLimits` allow.
        package static let limitExceeded = Code(kind: .limitExceeded)
        /// Legal, and not something that this decoder reads.
        public static let unsupported = Code(kind: .unsupported)
        /// The caller's fault: sizes, quality or tiles that do not fit together.
        package static let invalidSettings = Code(kind: .invalidSettings)
        /// A codec found no memory.
        package static let outOfMemory = Code(kind: .outOfMemory)
    }

    /// The kind of fault.
    public let code: Code
    /// The format, segment or setting at fault.
    public let subject: String
    /// One sentence with the numbers in it.
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
