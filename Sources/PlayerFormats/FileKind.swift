package import TiledJPEG

/// The kind of a file, detected from its content.
package enum FileKind: Equatable {
    case json
    case html
    case xml
    case playlist
    case manifest
    case bif
    case picture(ImageFormat)
    case empty
    case other

    /// Detects the kind from the first bytes.
    package init(sniffing bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = String(decoding: rest.prefix(16), as: UTF8.self).lowercased()
        if let format = ImageFormat(sniffing: Array(bytes.prefix(12))) {
            self = .picture(format)
        } else if start.isEmpty {
            self = .empty
        } else if start.hasPrefix("{") || start.hasPrefix("[") {
            self = .json
        } else if ["<!doctype html", "<html", "<head", "<body"].contains(where: start.hasPrefix) {
            self = .html
        } else if HLSLineReader.isPlaylist(Array(bytes.prefix(64))) {
            self = .playlist
        } else if bytes.starts(with: BIFFile.signature) {
            self = .bif
        } else if start.hasPrefix("<"), Self.isManifest(rest) {
            self = .manifest
        } else if start.hasPrefix("<?xml") || start.hasPrefix("<error") {
            self = .xml
        } else {
            self = .other
        }
    }

    /// Whether an MPD element, with or without a prefix, occurs in the first 4 096 bytes.
    private static func isManifest(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
        return start.contains(/<([A-Za-z_][\w.-]*:)?MPD[\s>]/)
    }

    /// The kind with its article, for a sentence; nil for an unknown kind.
    package var name: String? {
        switch self {
        case .json: "a JSON file"
        case .html: "an HTML page"
        case .xml: "an XML file"
        case .playlist: "an HLS playlist"
        case .manifest: "a DASH manifest"
        case .bif: "a BIF file"
        case .picture(let format): "a picture (\(format.rawValue))"
        case .empty: "an empty file"
        case .other: nil
        }
    }
}

/// A thumbnail file cannot be parsed, written or changed.
package struct ThumbnailFormatError: Error, Hashable, Sendable {
    /// The kind of fault.
    package enum Code: Hashable, Sendable {
        /// The file breaks a rule of its format.
        case malformed
        /// The file is valid, but uses a feature that is not supported.
        case unsupported
        /// A size, count or time exceeds a limit of the reader or of the format.
        case limitExceeded
        /// The content to write does not fit the format, or the requested change does not fit the file.
        case refused
    }

    package let code: Code
    /// The affected part of the file, such as a line (`line 12`), an element (`AdaptationSet`), a box (`moov`) or an
    /// entry (`image 7`).
    package let subject: String
    /// One sentence, with the numbers involved.
    package let reason: String

    package init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }
}
