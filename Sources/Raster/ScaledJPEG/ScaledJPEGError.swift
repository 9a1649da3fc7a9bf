/// Why a JPEG is left to the general decoder.
public struct ScaledJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case unsupported, malformed }
        package let kind: Kind

        /// Legal, and not something that this module decodes.
        public static let unsupported = Code(kind: .unsupported)
        /// The bytes contradict the format's rules; another decoder may forgive it.
        public static let malformed = Code(kind: .malformed)
    }

    /// The kind of obstacle.
    public let code: Code
    /// The part of the file at fault.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    static let notStarted = ScaledJPEGError(.unsupported, "JPEG", "The file was not looked at.")

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
