/// The name of a tile as a separate image: `{n}.{hash}.jpg`, where hash is the first 16 bytes of its SHA-256.
struct TileName: Hashable, Sendable, CustomStringConvertible {
    /// The tile's position in the storyboard when it was named, from 0, 0...1 000 000.
    let number: Int
    /// 32 hexadecimal digits.
    let hash: String

    init(number: Int, hash: String) {
        self.number = number
        self.hash = hash
    }

    /// Parses a name; nil for text that ``description`` does not write.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "jpg", let number = Int(parts[0]), (0...1_000_000).contains(number),
            String(number) == parts[0], parts[1].utf8.count == 32, parts[1].utf8.allSatisfy(Self.isDigit)
        else { return nil }
        self.init(number: number, hash: String(parts[1]))
    }

    var description: String { "\(number).\(hash).jpg" }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
