/// The payload of a thumbnail cue: where the sheet is, and which part of it to show.
public struct CuePayload: Hashable, Sendable {
    /// The sheet's URL without the fragment, relative or absolute, as it stands in the file.
    public var url: String
    /// The tile on the sheet; nil means the whole picture.
    public var fragment: MediaFragment?

    /// Makes a payload.
    public init(url: String, fragment: MediaFragment?) {
        self.url = url
        self.fragment = fragment
    }

    /// Splits the first line of a cue's text that is not blank; nil when there is none.
    ///
    /// The last `#` parts URL and fragment, if a rectangle follows it. Otherwise the whole line is the URL, because the
    /// `#` may belong to a file name.
    public init?(parsing text: some StringProtocol) {
        let lines = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map(Self.trimmed)
        guard let line = lines.first(where: { !$0.isEmpty }) else { return nil }
        let whole = String(decoding: line, as: UTF8.self)
        if let hash = whole.utf8.lastIndex(of: UInt8(ascii: "#")),
            let fragment = MediaFragment(parsing: whole[whole.index(after: hash)...])
        {
            self.init(url: String(whole[..<hash]), fragment: fragment)
        } else {
            self.init(url: whole, fragment: nil)
        }
    }

    private static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ line: Bytes) -> Bytes.SubSequence {
        var rest = line[...]
        while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest = rest.dropFirst() }
        while let byte = rest.last, byte == 0x20 || byte == 0x09 { rest = rest.dropLast() }
        return rest
    }
}

extension CuePayload: CustomStringConvertible {
    /// The payload line, `url#xywh=x,y,w,h`.
    public var description: String {
        guard let fragment else { return url }
        return "\(url)#\(fragment)"
    }
}
