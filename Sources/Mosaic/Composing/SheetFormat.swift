/// How sheets are encoded.
public enum SheetFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Tiled JPEG: sheets can be extended and cut apart by bytes.
    case jpeg
    /// PNG: lossless, and without operations on bytes.
    case png

    /// The media type of a sheet.
    package var contentType: ContentType {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        }
    }

    /// `jpg` or `png`.
    package var fileExtension: String { contentType.fileExtensions[0] }
}
