/// The kinds of bodies that are served and taken.
package enum ContentType: String, Hashable, Sendable, CaseIterable {
    /// Always UTF-8.
    case vtt = "text/vtt; charset=utf-8"
    /// Without a charset, which JSON does not need and which makes Vidstack take it for WebVTT.
    case json = "application/json"
    /// Sheets, tiles and screenshots.
    case jpeg = "image/jpeg"
    /// Sheets, tiles and screenshots.
    case png = "image/png"
    /// The preview page.
    case html = "text/html; charset=utf-8"

    /// The type of files with this extension, in any case; nil for extensions that are not served.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch Substring(fileName.utf8[fileName.utf8.index(after: dot)...]).lowercased() {
        case "vtt": self = .vtt
        case "json": self = .json
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        default: return nil
        }
    }

    /// Parses `Content-Type`, in any case and with any parameters; nil for every other type, and so for all types that
    /// pages of other origins may send without a preflight.
    ///
    /// See [RFC 9110, section 8.3.1](https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1).
    package init?(parsing field: String) {
        let essence = Substring(field).utf8.prefix { $0 != UInt8(ascii: ";") }
        switch Substring(FieldText.trimmed(essence)).lowercased() {
        case "text/vtt": self = .vtt
        case "application/json": self = .json
        case "image/jpeg": self = .jpeg
        case "image/png": self = .png
        default: return nil
        }
    }
}
