import Foundation

/// The place of a file as a URL that a page in another folder may use, in a folder and on a server alike.
package enum RelativeURL {
    /// The URL of a file, relative to a folder.
    ///
    /// Links on both paths stay as they are named, because browsers compare names alone.
    package static func path(to file: String, from folder: String) -> String {
        let (file, folder) = (parts(of: file), parts(of: folder))
        let shared = zip(file.dropLast(), folder).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: folder.count - shared) + file.dropFirst(shared).map(encoded)
        return steps.joined(separator: "/")
    }

    /// The names on the absolute path, without dots.
    private static func parts(of path: String) -> [String] {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [String] = []
        for part in absolute.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts
    }

    /// A name with all bytes encoded that are not unreserved.
    ///
    /// [RFC 3986, unreserved characters](https://www.rfc-editor.org/rfc/rfc3986#section-2.3)
    private static func encoded(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0" + digits : "%" + digits
            }
        }
        return text
    }
}
