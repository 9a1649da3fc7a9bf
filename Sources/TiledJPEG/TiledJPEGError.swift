/// An error in parsing pictures and tiles, or in combining tiles to a sheet.
public struct TiledJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case malformed, notTiled, incompatibleTile, misaligned, outOfRange, limitExceeded
            case unrecognizedFormat, truncated, unsupported
        }
        package let kind: Kind

        /// The bytes violate the rules of JPEG.
        public static let malformed = Code(kind: .malformed)
        /// The file is not a baseline picture of one scan whose restart interval divides its MCU row.
        public static let notTiled = Code(kind: .notTiled)
        /// The tile differs from the sheet in a property that all tiles of a sheet share.
        public static let incompatibleTile = Code(kind: .incompatibleTile)
        /// A rectangle or a cell size does not match the picture's restart intervals.
        public static let misaligned = Code(kind: .misaligned)
        /// A position, a number of columns or a rectangle does not exist.
        public static let outOfRange = Code(kind: .outOfRange)
        /// The sheet would be larger than decoders accept.
        public static let limitExceeded = Code(kind: .limitExceeded)

        // Codes of headers only; parsing tiles converts them to other codes.

        /// The bytes do not begin like a known picture format.
        package static let unrecognizedFormat = Code(kind: .unrecognizedFormat)
        /// The bytes end too early; a longer prefix may be enough.
        package static let truncated = Code(kind: .truncated)
        /// The picture may be valid, but this module does not support it.
        package static let unsupported = Code(kind: .unsupported)
    }

    /// The kind of fault.
    public let code: Code
    /// The segment, chunk, tile or argument at fault, with its byte offset if it has one.
    public let subject: String
    /// One sentence with the numbers involved.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// Converts an error of a header: `notTiled` for unsupported and unrecognized pictures, `malformed` for other
    /// errors.
    var ofTiles: TiledJPEGError {
        TiledJPEGError([.unsupported, .unrecognizedFormat].contains(code) ? .notTiled : .malformed, subject, reason)
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
