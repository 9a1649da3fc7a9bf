import HTTPFetching
import TiledJPEG
import WebVTT

/// A failure to load or show a thumbnail track, a sheet or a tile.
public struct ScrubPreviewError: Error, Hashable, Sendable {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case malformed, unrecognizedFormat, limitExceeded, refused, denied, notFound, unavailable, timedOut
            case notLoaded
        }

        package let kind: Kind

        /// The file contradicts the rules of its format, a rectangle lies outside its sheet, or a redirect has no valid
        /// target.
        public static let malformed = Code(kind: .malformed)
        /// The file is of another kind, such as an HTML page.
        public static let unrecognizedFormat = Code(kind: .unrecognizedFormat)
        /// A file exceeds a limit, or there were too many redirects.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// The URL may not be read: its scheme or host is not allowed, a remote track names a local file, or an offline
        /// copy names a file outside its folder.
        public static let refused = Code(kind: .refused)
        /// The server requires other credentials: status 401, 402, 403 or 407.
        public static let denied = Code(kind: .denied)
        /// The file does not exist: status 404 or 410, an unknown host, or a missing local file.
        public static let notFound = Code(kind: .notFound)
        /// The server or the connection failed, or a local file cannot be read or written.
        public static let unavailable = Code(kind: .unavailable)
        /// The response did not arrive in time.
        public static let timedOut = Code(kind: .timedOut)
        /// No track is loaded, or the tile belongs to an earlier load.
        public static let notLoaded = Code(kind: .notLoaded)
    }

    /// The kind of fault.
    public let code: Code
    /// The file, host or line at fault: never a full path, never a query.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    package init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// Whether only one file is at fault, so that other files may still be available.
    var isOfOneFile: Bool {
        [.malformed, .unrecognizedFormat, .limitExceeded, .refused, .notFound].contains(code)
    }

    init(_ error: FetchError) {
        let code: Code =
            switch error.code {
            case .malformed: .malformed
            case .limitExceeded: .limitExceeded
            case .refused: .refused
            case .notFound: .notFound
            case .unavailable: .unavailable
            case .timedOut: .timedOut
            }
        self.init(code, error.subject, error.reason)
    }

    init(_ error: WebVTTError, of file: String) {
        self.init(.malformed, file, "Line \(error.line): \(error.reason)")
    }

    init(_ error: TiledJPEGError, of file: String) {
        self.init(
            error.code == .unrecognizedFormat ? .unrecognizedFormat : .malformed, file,
            "\(error.subject): \(error.reason)")
    }
}

extension ScrubPreviewError: CustomStringConvertible {
    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}
