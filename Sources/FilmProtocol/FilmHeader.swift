/// Facts about a film: the JSON object in the stream's header record.
///
/// All times are microseconds from the time at which players begin. In MP4 and Matroska that time is 0, unless a
/// fragmented MP4 file or a Matroska file begins later than 1 second. In all other cases it is the first time of the
/// video and audio of the programme.
package struct FilmHeader: Hashable, Sendable, Codable {
    /// A chapter in the film's container.
    package struct Chapter: Hashable, Sendable, Codable {
        /// Start of the chapter, in microseconds.
        package var start: Int64
        /// The title; nil without one, and if the titles exceed the header's limit.
        package var title: String?
        /// The titles if there are several, the default one first; nil otherwise, and if the titles exceed the header's
        /// limit.
        package var titles: [Title]?

        package init(start: Int64, title: String?, titles: [Title]? = nil) {
            self.start = start
            self.title = title
            self.titles = titles
        }

        private enum CodingKeys: String, CodingKey {
            case start = "start_us"
            case title, titles
        }
    }

    /// A chapter's title in a language.
    package struct Title: Hashable, Sendable, Codable {
        /// The language's tag by BCP 47 or code by ISO 639-2, as stored in the container; `eng` if none is stored.
        package var language: String
        package var text: String

        package init(language: String, text: String) {
            self.language = language
            self.text = text
        }
    }

    /// The coding of brightness.
    package enum Transfer: String, Hashable, Sendable, Codable {
        case sdr, pq, hlg
    }

    /// Maximum number of chapters.
    package static let mostChapters = 10_000
    /// Maximum number of titles of a chapter.
    package static let mostTitles = 50
    /// Maximum length of the JSON text, in bytes.
    package static let longestText = 4 << 20

    /// The container's name, such as `mp4` or `matroska`.
    package var container: String
    /// The codec's name, such as `h264`.
    package var codec: String
    /// Width of a coded picture, in samples.
    package var codedWidth: Int
    /// Height of a coded picture, in samples.
    package var codedHeight: Int
    /// Width of a picture as shown, in pixels: with square pixels, turned upright.
    package var width: Int
    /// Height of a picture as shown, in pixels.
    package var height: Int
    /// Width and height of a sample; `[1, 1]` for square samples.
    package var sampleAspect: [Int]
    /// Degrees by which the picture is turned clockwise to be upright: 0, 90, 180 or 270.
    package var rotation: Int
    /// How brightness is coded.
    package var transfer: Transfer
    /// The film's length in microseconds; `nil` if even reading the whole file did not determine it.
    package var duration: Int64?
    /// The chapters in ascending order of their starts.
    package var chapters: [Chapter]
    /// Remarks on the film for the user.
    package var remarks: [String]

    package init(
        container: String, codec: String, codedWidth: Int, codedHeight: Int, width: Int, height: Int,
        sampleAspect: [Int], rotation: Int, transfer: Transfer, duration: Int64?, chapters: [Chapter], remarks: [String]
    ) {
        self.container = container
        self.codec = codec
        self.codedWidth = codedWidth
        self.codedHeight = codedHeight
        self.width = width
        self.height = height
        self.sampleAspect = sampleAspect
        self.rotation = rotation
        self.transfer = transfer
        self.duration = duration
        self.chapters = chapters
        self.remarks = remarks
    }

    private enum CodingKeys: String, CodingKey {
        case container, codec, width, height, rotation, transfer, chapters, remarks
        case codedWidth = "coded_width"
        case codedHeight = "coded_height"
        case sampleAspect = "sample_aspect"
        case duration = "duration_us"
    }
}

extension FilmHeader {
    /// The header as JSON in UTF-8, with the same keys and values as Foundation's encoder writes. It is written by
    /// hand, because loading Foundation takes the child longer than reading a film's header.
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
