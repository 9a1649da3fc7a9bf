/// The payload of a thumbnail cue: the URL of the sheet, and the part of the sheet to show.
public struct CuePayload: Hashable, Sendable {
    /// The sheet's URL without the fragment, relative or absolute, as in the file.
    public var url: String
    /// The tile on the sheet; nil means the whole picture.
    public var fragment: MediaFragment?

    /// Creates a payload.
    public init(url: String, fragment: MediaFragment?) {
        self.url = url
        self.fragment = fragment
    }

    /// Parses the first line of a cue's text that is not blank; nil without one.
    ///
    /// The last `#` separates URL and fragment if a rectangle follows it. Otherwise the whole line is the URL, because
    /// the `#` may belong to a file name.
    public init?(parsing text: some StringProtocol) {
        self.init(parsing: Array(text.utf8)[...])
    }

    /// Parses a text in UTF-8 by the same rules.
    package init?(parsing text: ArraySlice<UInt8>) {
        guard let line = Self.firstLine(of: text) else { return nil }
        if let hash = line.lastIndex(of: UInt8(ascii: "#")), let fragment = MediaFragment(parsing: line[(hash + 1)...])
        {
            self.init(url: String(decoding: line[..<hash], as: UTF8.self), fragment: fragment)
        } else {
            self.init(url: String(decoding: line, as: UTF8.self), fragment: nil)
        }
    }

    /// The first line that is not blank, without spaces and tabs around it.
    private static func firstLine(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = bytes.firstIndex { !isBlank($0) && !isLineEnd($0) }
        guard let start else { return nil }
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
        var line = bytes[start..<end]
        while let byte = line.last, isBlank(byte) { line.removeLast() }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

extension CuePayload: CustomStringConvertible {
    /// The payload line, `url#xywh=x,y,w,h`.
    public var description: String {
        guard let fragment else { return url }
        return "\(url)#\(fragment)"
    }
}

extension CuePayload {
    /// The text after the last `#` if it is meant as a rectangle and cannot be parsed; nil otherwise.
    package var malformedFragment: String? { splitAtMalformedFragment?.fragment }

    /// The URL without a fragment that is meant as a rectangle, malformed or not.
    ///
    /// Players request this URL, however they treat the fragment.
    package var sheetURL: String { splitAtMalformedFragment?.url ?? url }

    private var splitAtMalformedFragment: (url: String, fragment: String)? {
        guard fragment == nil, let hash = url.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        let text = String(url[url.utf8.index(after: hash)...])
        let isNamed = text.lowercased().contains("xywh")
        // Numbers separated by commas; anything else may belong to a file name.
        let isNumbers = text.contains(",") && text.allSatisfy { $0.isNumber || ",.-+% ".contains($0) }
        return isNamed || isNumbers ? (String(url[..<hash]), text) : nil
    }
}
