/// The media types of stored, served and accepted files.
package enum ContentType: String, Hashable, Sendable, CaseIterable {
    /// WebVTT, always in UTF-8.
    case vtt = "text/vtt; charset=utf-8"
    /// JSON without a charset, which JSON does not need. With a charset, Vidstack would read the file as WebVTT.
    case json = "application/json"
    /// Sheets, tiles and screenshots.
    case jpeg = "image/jpeg"
    /// Sheets, tiles and screenshots.
    case png = "image/png"
    /// The preview page.
    case html = "text/html; charset=utf-8"
    /// Playlists of HLS.
    case m3u8 = "application/vnd.apple.mpegurl"
    /// Manifests of DASH.
    case mpd = "application/dash+xml"
    /// Fragmented MP4 with JPEG samples.
    case mp4 = "video/mp4"
    /// Contact sheets.
    case svg = "image/svg+xml"
    /// Files that no browser shows, such as BIF.
    case bytes = "application/octet-stream"

    /// The file extensions of the type, in lower case; new files have the first one.
    package var fileExtensions: [String] {
        switch self {
        case .vtt: ["vtt"]
        case .json: ["json"]
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .html: ["html"]
        case .m3u8: ["m3u8"]
        case .mpd: ["mpd"]
        case .mp4: ["mp4"]
        case .svg: ["svg"]
        case .bytes: ["bif", "ffmetadata"]
        }
    }

    /// The type without parameters.
    package var essence: Substring { rawValue.prefix { $0 != ";" } }

    /// Creates the type of a file by its extension, in any case; nil for other extensions.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = Substring(fileName.utf8[fileName.utf8.index(after: dot)...]).lowercased()
        self.init { $0.fileExtensions.contains(ending) }
    }

    /// Parses `Content-Type`, in any case and with any parameters; nil for every other type. So it is nil for all types
    /// that pages of other origins may send without a preflight.
    ///
    /// See [RFC 9110, section 8.3.1](https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1).
    package init?(parsing field: String) {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var essence = Substring(field).utf8.prefix { $0 != UInt8(ascii: ";") }.drop(while: isSpace)
        while let last = essence.last, isSpace(last) { essence.removeLast() }
        let text = Substring(essence).lowercased()
        self.init { $0.essence == text }
    }

    private init?(where isWanted: (ContentType) -> Bool) {
        guard let type = Self.allCases.first(where: isWanted) else { return nil }
        self = type
    }
}
