/// Why bytes could not be parsed as tiles, or why tiles do not fit into one sheet.
public struct TiledJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case malformed, notTiled, incompatibleTile, misaligned, outOfRange, limitExceeded
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
    }

    /// The kind of fault.
    public let code: Code
    /// The segment, tile or argument at fault.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// A header that is unsupported is valid, but not tiled.
    init(_ error: ImageHeaderError) {
        self.init(
            [.unsupported, .unrecognizedFormat].contains(error.code) ? .notTiled : .malformed, error.subject,
            error.reason)
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
