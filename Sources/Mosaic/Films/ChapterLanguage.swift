import FilmProtocol
import Foundation

/// The language of chapter titles, such as `de`, `ger` or `de-AT`.
///
/// - SeeAlso: [RFC 5646](https://www.rfc-editor.org/rfc/rfc5646)
public struct ChapterLanguage: Hashable, Sendable {
    /// The bibliographic codes of ISO 639-2 that differ from the terminological ones.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]

    /// The tag.
    public let tag: String

    /// Reads a tag: a language of 2 to 8 letters, and subtags of letters and digits, each behind a hyphen. `nil` if it is
    /// another text.
    public init?(_ tag: String) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...8).contains(language.utf8.count),
            language.utf8.allSatisfy(Self.isLetter),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) }
            })
        else { return nil }
        self.tag = tag
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The title of a chapter in this language: one of the same tag before one of the same language. `nil` if there is none.
    func title(of chapter: FilmHeader.Chapter) -> String? {
        let titles = chapter.titles ?? []
        let same = titles.first { $0.language.lowercased() == tag.lowercased() }
        return (same ?? titles.first { Self.primary($0.language) == Self.primary(tag) })?.text
    }

    /// The language of a tag as the shortest code by ISO 639.
    private static func primary(_ tag: String) -> String {
        let code = tag.prefix { $0 != "-" }.lowercased()
        let known = bibliographic[code] ?? code
        return Locale.LanguageCode(known).identifier(.alpha2) ?? known
    }
}

extension ChapterLanguage: Codable {
    /// Reads a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let language = ChapterLanguage(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is not the tag of a language.")
        }
        self = language
    }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(tag)
    }
}
