import ImageHeaders

/// The kind of a file, determined from its content.
enum Content: Equatable {
    case json
    case html
    case xml
    case picture(ImageFormat)
    case empty
    case other

    /// Looks at the first bytes.
    init(sniffing bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = String(decoding: rest.prefix(16), as: UTF8.self).lowercased()
        if let format = ImageFormat(sniffing: Array(bytes.prefix(12))) {
            self = .picture(format)
        } else if start.isEmpty {
            self = .empty
        } else if start.hasPrefix("{") || start.hasPrefix("[") {
            self = .json
        } else if ["<!doctype html", "<html", "<head", "<body"].contains(where: start.hasPrefix) {
            self = .html
        } else if start.hasPrefix("<?xml") || start.hasPrefix("<error") {
            self = .xml
        } else {
            self = .other
        }
    }

    /// The words for it in a sentence; nil where there is nothing to say.
    var name: String? {
        switch self {
        case .json: "a JSON file"
        case .html: "an HTML page"
        case .xml: "an XML file"
        case .picture(let format): "a picture (\(format.rawValue))"
        case .empty: "an empty file"
        case .other: nil
        }
    }
}
