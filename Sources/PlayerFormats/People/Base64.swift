/// Bytes as text in data URLs and signatures.
///
/// [RFC 4648, sections 4 and 5](https://www.rfc-editor.org/rfc/rfc4648#section-4)
package enum Base64 {
    /// `bytes` in the alphabet for URLs, without padding.
    package static func url(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        let spelled: [UInt8: UInt8] = [UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_")]
        return String(decoding: text.prefix { $0 != UInt8(ascii: "=") }.map { spelled[$0] ?? $0 }, as: UTF8.self)
    }

    /// Appends `bytes` as base64 with padding.
    static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let group =
                UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
                | (left > 2 ? UInt32(bytes[index + 2]) : 0)
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
