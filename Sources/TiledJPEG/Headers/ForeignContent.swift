/// Content of a file that is not a JPEG, PNG, WebP or GIF, recognized by its first bytes.
package struct ForeignContent: Hashable, Sendable {
    /// The kind of content, which determines the advice in reports.
    package enum Kind: Hashable, Sendable {
        /// A picture of another format.
        case picture
        /// A text that a server sent in place of a file.
        case page
        case archive
        case document
        case film
    }

    package let kind: Kind
    /// The format's name, such as `HEIC`.
    package let name: String

    /// One sentence that names the format and the next step.
    package var reason: String {
        switch kind {
        case .picture: "The file is a picture in \(name), in spite of its name; convert it to JPEG or PNG."
        case .page: "The file is a page in \(name), as servers send for errors; download the file again."
        case .archive: "The file is a \(name) archive; unpack it."
        case .document: "The file is a \(name) document, in spite of its name."
        case .film: "The file is a film (\(name)); compose the film itself, not a folder of screenshots."
        }
    }

    private init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// The first bytes that identify a format.
    private static let signatures: [(start: [UInt8], content: ForeignContent)] = [
        ([0x49, 0x49, 0x2A, 0], Self(.picture, "TIFF")), ([0x4D, 0x4D, 0, 0x2A], Self(.picture, "TIFF")),
        ([0x49, 0x49, 0x2B, 0], Self(.picture, "TIFF")), ([0x4D, 0x4D, 0, 0x2B], Self(.picture, "TIFF")),
        ([0xFF, 0x0A], Self(.picture, "JPEG XL")),
        ([0, 0, 0, 0x0C] + Array("JXL \r\n".utf8) + [0x87, 0x0A], Self(.picture, "JPEG XL")),
        ([0xFF, 0x4F, 0xFF, 0x51], Self(.picture, "JPEG 2000")),
        ([0, 0, 0, 0x0C] + Array("jP  \r\n".utf8) + [0x87, 0x0A], Self(.picture, "JPEG 2000")),
        (Array("8BPS".utf8), Self(.picture, "Photoshop's format")), (Array("%PDF".utf8), Self(.document, "PDF")),
        ([0x50, 0x4B, 0x03, 0x04], Self(.archive, "ZIP")), ([0x50, 0x4B, 0x05, 0x06], Self(.archive, "ZIP")),
        ([0x1F, 0x8B], Self(.archive, "gzip")), ([0x37, 0x7A, 0xBC, 0xAF], Self(.archive, "7z")),
        (Array("Rar!".utf8), Self(.archive, "RAR")), ([0xFD, 0x37, 0x7A, 0x58], Self(.archive, "xz")),
        ([0x28, 0xB5, 0x2F, 0xFD], Self(.archive, "zstd")), ([0x1A, 0x45, 0xDF, 0xA3], Self(.film, "Matroska")),
        (Array("FLV".utf8) + [1], Self(.film, "FLV")),
    ]

    /// Recognizes content by the first bytes of a file; 512 are enough for every format.
    ///
    /// - Returns: nil for a JPEG, PNG, WebP or GIF, and for unknown content.
    package init?(sniffing bytes: some Collection<UInt8>) {
        let prefix = Array(bytes.prefix(512))
        let found =
            Self.signatures.first { prefix.starts(with: $0.start) }?.content ?? Self.file(in: prefix)
            ?? Self.bitmap(prefix) ?? Self.text(prefix)
        guard let found else { return nil }
        self = found
    }

    /// Recognizes a file of ISO/IEC 14496-12 by its brands, or an AVI film.
    private static func file(in prefix: [UInt8]) -> ForeignContent? {
        if prefix.starts(with: "RIFF".utf8), prefix.dropFirst(8).starts(with: "AVI ".utf8) { return Self(.film, "AVI") }
        var reader = ByteReader(prefix, prefix.indices)
        guard let length = reader.bigEndian32(), reader.consume(Array("ftyp".utf8)) else { return nil }
        var box = ByteReader(prefix, 8..<max(12, length))
        var brands: [String] = []
        while let brand = box.take(4) { brands.append(String(decoding: brand, as: UTF8.self)) }
        guard let major = brands.first else { return nil }
        // The brands of still pictures and of picture sequences, in the order of precedence.
        let pictures = [
            ("AVIF", ["avif", "avis"]), ("HEIC", ["heic", "heix", "heim", "heis", "hevc", "hevx"]),
            ("HEIF", ["mif1", "msf1"]),
        ]
        let isPicture = pictures.contains { $0.1.contains(major) }
        let named = pictures.first { name, own in brands.contains(where: own.contains) }
        return isPicture ? named.map { Self(.picture, $0.0) } : Self(.film, major == "qt  " ? "QuickTime" : "MP4")
    }

    /// Recognizes a BMP. Its two letters are not enough, so that the size of its header is checked as well.
    private static func bitmap(_ prefix: [UInt8]) -> ForeignContent? {
        var reader = ByteReader(prefix, prefix.indices)
        guard reader.consume(Array("BM".utf8)), reader.skip(12),
            let header = reader.integer(of: 4, bigEndian: false), [12, 40, 52, 56, 64, 108, 124].contains(header)
        else { return nil }
        return Self(.picture, "BMP")
    }

    /// Recognizes a page, or a drawing in XML.
    private static func text(_ prefix: [UInt8]) -> ForeignContent? {
        var rest = prefix[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = rest.first, first == UInt8(ascii: "<") || first == UInt8(ascii: "{") else { return nil }
        let text = String(decoding: rest, as: UTF8.self).lowercased()
        if ["<!doctype html", "<html", "<head", "<body"].contains(where: text.hasPrefix) { return Self(.page, "HTML") }
        if text.hasPrefix("{\""), !text.utf8.contains(0) { return Self(.page, "JSON") }
        guard text.hasPrefix("<?xml") || text.hasPrefix("<svg") || text.hasPrefix("<error") else { return nil }
        return text.contains("<svg") ? Self(.picture, "SVG") : Self(.page, "XML")
    }
}

/// Reads the canvas size of a WebP: lossy, lossless or extended.
///
/// Source: [RFC 9649, section 2](https://www.rfc-editor.org/rfc/rfc9649#section-2).
enum WebPHeader {
    // The chunk types as big-endian integers: "VP8 ", "VP8L", "VP8X".
    private static let lossy = 0x5650_3820
    private static let lossless = 0x5650_384C
    private static let extended = 0x5650_3858

    static func size(of bytes: [UInt8]) throws(TiledJPEGError) -> PixelSize {
        var reader = ByteReader(bytes, 12..<30)
        let chunk = reader.bigEndian32()
        // Bytes of each chunk up to the end of the size. A lossless file may be shorter than any lossy header.
        let needed = chunk == lossless ? 5 : 10
        guard reader.skip(4), reader.remaining >= needed else {
            throw TiledJPEGError(.truncated, "WebP", "The file ends after \(bytes.count) bytes.")
        }
        var size: PixelSize?
        if chunk == extended, reader.skip(4) {
            size = sides(reader.integer(of: 3, bigEndian: false), reader.integer(of: 3, bigEndian: false), plus: 1)
        } else if chunk == lossy, reader.skip(3), reader.consume([0x9D, 0x01, 0x2A]) {
            let width = reader.integer(of: 2, bigEndian: false).map { $0 & 0x3FFF }
            size = sides(width, reader.integer(of: 2, bigEndian: false).map { $0 & 0x3FFF }, plus: 0)
        } else if chunk == lossless, reader.consume([0x2F]), let bits = reader.integer(of: 4, bigEndian: false) {
            size = sides(bits & 0x3FFF, bits >> 14 & 0x3FFF, plus: 1)
        }
        guard let size, size.width > 0, size.height > 0 else {
            throw TiledJPEGError(.malformed, "WebP", "No readable VP8, VP8L or VP8X chunk follows the RIFF header.")
        }
        return size
    }

    private static func sides(_ width: Int?, _ height: Int?, plus one: Int) -> PixelSize? {
        guard let width, let height else { return nil }
        return PixelSize(width: width + one, height: height + one)
    }
}
