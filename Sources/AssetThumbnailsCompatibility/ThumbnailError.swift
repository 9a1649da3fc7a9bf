import ScrubPreview

/// An error of preparing thumbnails.
public struct ThumbnailError: Error, Hashable, Sendable {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case download, parsing, image }

        package let kind: Kind

        /// The track or a sheet could not be loaded, or a limit was exceeded.
        public static let download = Code(kind: .download)
        /// The file is not a thumbnail track, or is malformed.
        public static let parsing = Code(kind: .parsing)
        /// A sheet is not a picture, a thumbnail lies outside its sheet, or the app's image could not be created.
        public static let image = Code(kind: .image)
    }

    /// The kind of fault.
    public let code: Code
    /// The file, host or line at fault, or a noun such as `thumbnails` if the error concerns no single file.
    public let subject: String
    /// The reason, in one sentence.
    public let reason: String
}

extension ThumbnailError {
    /// - Parameter isTrack: Whether the error is about the track, not about one of its sheets.
    init(_ error: any Error, whileReadingTrack isTrack: Bool) {
        guard let error = error as? ScrubPreviewError else {
            self.init(code: .image, subject: "image", reason: "\(error)")
            return
        }
        let isContent = [.malformed, .unrecognizedFormat].contains(error.code)
        self.init(
            code: isContent ? (isTrack ? .parsing : .image) : .download, subject: error.subject, reason: error.reason)
    }
}

extension ThumbnailError: CustomStringConvertible {
    /// `subject: reason`, which is also the message that a delegate gets.
    public var description: String { "\(subject): \(reason)" }
}
