extension FilmHeader {
    /// The header as JSON in UTF-8, equal to what an encoder of Foundation writes. It is written by hand, because loading
    /// Foundation costs the child more time than reading a film's header.
    package var text: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.member("container", container)
        text.member("codec", codec)
        text.member("coded_width", codedWidth)
        text.member("coded_height", codedHeight)
        text.member("width", width)
        text.member("height", height)
        text.member("sample_aspect", sampleAspect) { $0.number($1) }
        text.member("rotation", rotation)
        text.member("transfer", transfer.rawValue)
        if let duration { text.member("duration_us", duration) }
        text.member("chapters", chapters) { text, chapter in
            text.open("{")
            text.member("start_us", chapter.start)
            if let title = chapter.title { text.member("title", title) }
            if let titles = chapter.titles {
                text.member("titles", titles) { text, title in
                    text.open("{")
                    text.member("language", title.language)
                    text.member("text", title.text)
                    text.close("}")
                }
            }
            text.close("}")
        }
        text.member("remarks", remarks) { $0.string($1) }
        text.close("}")
        return text.bytes
    }
}

/// Writes one JSON value.
private struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        isFirst = true
    }

    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        isFirst = false
    }

    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: some FixedWidthInteger) {
        key(name)
        number(value)
    }

    mutating func member<Element>(
        _ name: String, _ values: [Element], each: (inout JSONText, Element) -> Void
    ) {
        key(name)
        open("[")
        for value in values {
            separate()
            each(&self, value)
        }
        close("]")
    }

    mutating func number(_ value: some FixedWidthInteger) { bytes += "\(value)".utf8 }

    mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func key(_ name: String) {
        separate()
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }
}
