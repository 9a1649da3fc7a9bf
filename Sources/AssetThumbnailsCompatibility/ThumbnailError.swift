import ScrubPreview

/// Why thumbnails could not be prepared.
public struct ThumbnailError: Error, Hashable, Sendable {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case download, parsing, image }

        package let kind: Kind

        /// The track or a sheet could not be fetched.
        public static let download = Code(kind: .download)
        /// The track is not a thumbnail track.
        public static let parsing = Code(kind: .parsing)
        /// A sheet is not a picture, or a thumbnail lies outside of it.
        public static let image = Code(kind: .image)
    }

    /// The kind of fault.
    public let code: Code
    /// The file or host at fault.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    /// - Parameter isTrack: Whether it was the track and not one of its sheets.
    init(_ error: any Error, whileReadingTrack isTrack: Bool) {
        guard let error = error as? ScrubPreviewError else {
            self.init(code: .image, subject: "image", reason: "\(error)")
            return
        }
        let isContent = [.malformed, .unrecognizedFormat].contains(error.code)
        self.init(
            code: isContent ? (isTrack ? .parsing : .image) : .download, subject: error.subject, reason: error.reason)
    }

    private init(code: Code, subject: String, reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }
}

extension ThumbnailError: CustomStringConvertible {
    /// `subject: reason`, which is also the message that a delegate gets.
    public var description: String { "\(subject): \(reason)" }
}
