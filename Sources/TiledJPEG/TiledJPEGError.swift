/// Why bytes could not be parsed as tiles, or why tiles do not fit into one sheet.
public struct TiledJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case malformed, notTiled, incompatibleTile, misaligned, outOfRange, limitExceeded
            case unrecognizedFormat, truncated, unsupported
        }
        package let kind: Kind

        /// The file's fault: the bytes contradict the rules of JPEG.
        public static let malformed = Code(kind: .malformed)
        /// The file is not a baseline picture of one scan whose restart interval divides its MCU row.
        public static let notTiled = Code(kind: .notTiled)
        /// The tile differs from the sheet in something that all tiles of a sheet share.
        public static let incompatibleTile = Code(kind: .incompatibleTile)
        /// The caller's fault: a rectangle or a cell size that does not keep to the picture's restart intervals.
        public static let misaligned = Code(kind: .misaligned)
        /// The caller's fault: a position, a number of columns or a rectangle that does not exist.
        public static let outOfRange = Code(kind: .outOfRange)
        /// The sheet would be larger than decoders accept.
        public static let limitExceeded = Code(kind: .limitExceeded)

        // Of headers alone; parsing tiles translates them.

        /// The bytes begin like no known picture.
        package static let unrecognizedFormat = Code(kind: .unrecognizedFormat)
        /// The bytes end too early; a longer prefix may be enough.
        package static let truncated = Code(kind: .truncated)
        /// Legal, and not something this module reads.
        package static let unsupported = Code(kind: .unsupported)
    }

    /// The kind of fault.
    public let code: Code
    /// The segment, chunk, tile or argument at fault, with its byte offset where there is one.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// Translates an error of a header: a picture that is unsupported is valid, but not tiled.
    var ofTiles: TiledJPEGError {
        TiledJPEGError([.unsupported, .unrecognizedFormat].contains(code) ? .notTiled : .malformed, subject, reason)
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
