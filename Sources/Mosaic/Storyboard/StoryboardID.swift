/// The name of a storyboard, safe as a folder name, an object key and a URL's path component.
///
/// 1...128 of the characters that a URL never escapes (`A-Z a-z 0-9 - . _ ~`); the first is not a dot.
public struct StoryboardID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// Maximum length of an id, in characters.
    package static let maximumLength = 128

    /// The form of an id, as a sentence for messages.
    package static let rule =
        "An id has 1 to \(maximumLength) of the characters A-Z a-z 0-9 - . _ ~ and no dot in front."

    /// The id as text.
    public let rawValue: String

    /// Creates an id from `rawValue` unchanged; nil if the text does not have this form.
    public init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: "."),
            rawValue.utf8.allSatisfy(PercentEncoding.isUnreserved)
        else { return nil }
        self.rawValue = rawValue
    }

    /// Derives an id from any name. A valid name is the id itself. Any other name keeps its valid characters and gets a
    /// hash of the whole name, so that two names do not share an id by accident.
    public init(naming name: String) {
        if let id = StoryboardID(rawValue: name) {
            self = id
            return
        }
        var slug = ""
        for byte in name.utf8 where slug.utf8.count < 80 {
            let isKept = PercentEncoding.isUnreserved(byte) && !(slug.isEmpty && byte == UInt8(ascii: "."))
            if isKept {
                slug.unicodeScalars.append(Unicode.Scalar(byte))
            } else if slug.last != "-" {
                slug += "-"
            }
        }
        rawValue = slug + "-" + ContentHash(of: Array(name.utf8)).hexadecimal(bytes: 6)
    }

    /// The id as text.
    public var description: String { rawValue }
}

extension StoryboardID: Codable {
    /// Reads the id as one string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = StoryboardID(rawValue: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.rule)
        }
        self = id
    }
}

extension StoryboardID {
    /// Maximum length of a slug, in characters.
    private static let longestSlug = 80
    /// The digits of base 32 ([RFC 4648](https://www.rfc-editor.org/rfc/rfc4648#section-6)), in lower case.
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
    /// The plain Latin letters for each letter with a diacritic. Its composed and decomposed forms are equal as
    /// `Character`.
    private static let latin: [Character: String] = {
        let letters = [
            "a": "àáâãåāăąǎ", "ae": "äæǽ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęěẽ", "g": "ĝğġģ", "h": "ĥħ",
            "i": "ìíîïĩīĭįıǐ", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõøōŏőǒ", "oe": "öœ", "r": "ŕŗř",
            "s": "śŝşšșſ", "ss": "ß", "t": "ţťŧț", "th": "þ", "u": "ùúûũūŭůűųǔ", "ue": "ü", "w": "ŵ", "y": "ýÿŷ",
            "z": "źżž",
        ]
        return Dictionary(uniqueKeysWithValues: letters.flatMap { plain, marked in marked.map { ($0, plain) } })
    }()

    /// Derives the id of a film from its title and its source: `The X (1974)` becomes `the-x-1974-` and six characters
    /// of the hash of the source's path. Films with the same title get different ids.
    ///
    /// Characters other than Latin letters and digits count as spaces between words; apostrophes are left out.
    package init(titled title: String, at source: RecordedSource) {
        let slug = Self.slug(of: title)
        let bits = source.path.bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let hash = String((0..<6).map { Self.digits[Int(bits >> (27 - 5 * $0) & 31)] })
        // The text has only allowed characters and does not begin with a dot, so that it stays unchanged.
        self.init(naming: (slug.isEmpty ? "film" : slug) + "-" + hash)
    }

    /// Lower-case ASCII letters and digits, with hyphens between words; can be empty.
    private static func slug(of title: String) -> String {
        var slug = ""
        for character in title.lowercased() where slug.utf8.count < longestSlug {
            if character.isASCII, character.isLetter || character.isNumber {
                slug.append(character)
            } else if let plain = latin[character] {
                slug += plain
            } else if character != "'", character != "’", !slug.isEmpty, slug.last != "-" {
                slug += "-"
            }
        }
        return slug.last == "-" ? String(slug.dropLast()) : slug
    }
}
