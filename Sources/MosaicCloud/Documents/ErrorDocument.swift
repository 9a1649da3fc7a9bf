import Foundation
import PlayerFormats

/// The document with which S3 refuses a request.
struct ErrorDocument {
    /// Such as `NoSuchKey`; letters alone, at most 64, so that no credential can stand in it.
    let code: String
    /// The region of a bucket that is elsewhere.
    let region: String?
    /// The server's own time, where the request's differs too much.
    let serverTime: Date?

    /// Nil if the bytes are not such a document.
    init?(_ bytes: [UInt8]) {
        guard let root = try? S3Document.root(of: bytes, limits: .init(bytes: 64 << 10, elements: 200, depth: 6)) else {
            return nil
        }
        // Some servers wrap it.
        let errors = root.children.first { $0.name == "Errors" }?.children ?? []
        guard let element = root.name == "Error" ? root : errors.first(where: { $0.name == "Error" }) else {
            return nil
        }
        let code = element["Code"] ?? ""
        let isName = (1...64).contains(code.utf8.count) && code.utf8.allSatisfy(Self.isLetter)
        self.code = isName ? code : "Unknown"
        region = element["Region"].flatMap(Self.region)
        serverTime = element["ServerTime"].flatMap(ServerDate.iso8601)
    }

    /// Text that may be a region; nil for all else.
    static func region(_ text: String) -> String? {
        let isRegion =
            (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
        return isRegion ? text : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
