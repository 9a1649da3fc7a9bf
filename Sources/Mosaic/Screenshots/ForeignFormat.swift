/// A picture format that cannot be read, recognized by the file's name.
struct ForeignFormat {
    private static let names = [
        "avif": "AVIF", "bmp": "BMP", "gif": "GIF", "heic": "HEIC", "heif": "HEIF", "jp2": "JPEG 2000",
        "jxl": "JPEG XL", "tif": "TIFF", "tiff": "TIFF", "webp": "WebP",
    ]

    private let name: String

    /// Nil for every other file.
    init?(ofFile fileName: String) {
        guard let dot = fileName.lastIndex(of: "."),
            let name = Self.names[fileName[dot...].dropFirst().lowercased()]
        else { return nil }
        self.name = name
    }

    /// Why such a file is skipped.
    var reason: String { "\(name) is not read; JPEG and PNG are." }
}
