import Mosaic

/// One part of a path below a video root, made of any text.
package enum PathPart {
    /// The most bytes of a part.
    private static let longest = 100

    /// The text itself if it can be a folder's name; else its allowed characters and a hash of the whole, so that two
    /// texts do not share a folder by accident.
    package static func naming(_ text: String, or substitute: String) -> String {
        guard !text.isEmpty else { return substitute }
        if text.utf8.count <= longest, text.utf8.allSatisfy(isAllowed), text.utf8.first != UInt8(ascii: "."),
            text.utf8.first != UInt8(ascii: "-")
        {
            return text
        }
        var kept = ""
        for byte in text.utf8.prefix(longest) {
            kept.unicodeScalars.append(isAllowed(byte) ? Unicode.Scalar(byte) : "_")
        }
        let name = kept.drop { $0 == "." || $0 == "-" || $0 == "_" }
        let hash = ContentHash(of: Array(text.utf8)).hexadecimal(bytes: 4)
        return name.isEmpty ? "\(substitute)-\(hash)" : "\(name.prefix(longest - 9))-\(hash)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "@"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
