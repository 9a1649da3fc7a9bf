/// The paths that files of exports have below a storyboard's folder; nothing else is ever deleted as one.
package struct ExportPath: Hashable, Sendable {
    package let rawValue: String
    /// Whether the path names one content forever.
    package let isImmutable: Bool

    /// Documents whose content changes with the storyboard.
    private static let documents: Set<String> = [
        "vidstack.json", "hls.m3u8", "images.m3u8", "iframes-master.m3u8", "iframes.m3u8", "thumbnails.mpd",
        "thumbnails.bif", "jellyfin.json", "chapters.vtt", "chapters.ffmetadata", "contact-sheet.svg",
    ]

    /// Parses a path; nil for one that no export has.
    package init?(_ text: String) {
        var parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        // A further width has the same files in its folder.
        if parts.count > 1, Self.isNumber(parts[0]) { parts.removeFirst() }
        switch parts.count {
        case 1 where Self.documents.contains(parts[0]): isImmutable = false
        case 1 where Self.isHashed(parts[0], ending: "mp4", begin: { $0 == "iframes" }): isImmutable = true
        case 2 where parts[0] == "tiles" && Self.isHashed(parts[1], ending: "jpg", begin: Self.isNumber):
            isImmutable = true
        case 3 where ["dash", "images"].contains(parts[0]) && Self.isHash(parts[1]) && Self.isPicture(parts[2]):
            isImmutable = true
        case 3 where parts[0] == "trickplay" && Self.isLayout(parts[1]) && Self.isPicture(parts[2]):
            isImmutable = false
        default: return nil
        }
        rawValue = text
    }

    /// `{begin}.{hash}.{ending}`.
    private static func isHashed(_ name: String, ending: String, begin: (String) -> Bool) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 && begin(parts[0]) && isHash(parts[1]) && parts[2] == ending
    }

    /// `{number}.jpg`.
    private static func isPicture(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isNumber(parts[0]) && parts[1] == "jpg"
    }

    /// `{width} - {columns}x{rows}`.
    private static func isLayout(_ name: String) -> Bool {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, isNumber(parts[0]), parts[1] == "-" else { return false }
        let sides = parts[2].split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        return sides.count == 2 && sides.allSatisfy(isNumber)
    }

    /// 16 bytes as lower-case hexadecimal digits.
    private static func isHash(_ text: String) -> Bool { ContentHash(hexadecimal: text + text) != nil }

    /// A number as it is written, 0...999 999 999.
    private static func isNumber(_ text: String) -> Bool {
        (1...9).contains(text.utf8.count) && UInt(text).map(String.init) == text
    }
}
