/// The file name of a sheet: `sheet-{n}.{hash}.jpg` or `.png`, where hash is the first 16 bytes of its SHA-256.
public struct SheetName: Hashable, Sendable, Encodable, RawRepresentable, CustomStringConvertible {
    /// The name as text.
    public let rawValue: String
    /// How the sheet is encoded.
    package let format: SheetFormat

    init(number: Int, hash: ContentHash, format: SheetFormat) {
        rawValue = "sheet-\(number).\(hash.hexadecimal(bytes: 16)).\(format.fileExtension)"
        self.format = format
    }

    /// Parses a name; nil where it does not follow the rule.
    public init?(rawValue text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasPrefix("sheet-"),
            let number = Int(parts[0].dropFirst(6)), number >= 0, parts[0] == "sheet-\(number)",
            parts[1].utf8.count == 32, ContentHash(hexadecimal: String(parts[1] + parts[1])) != nil,
            let format = SheetFormat.allCases.first(where: { $0.fileExtension == parts[2] })
        else { return nil }
        rawValue = text
        self.format = format
    }

    /// The name as text.
    public var description: String { rawValue }
}
