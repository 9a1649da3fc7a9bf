/// How sheets are encoded.
public enum SheetFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Tiled JPEG: sheets can be extended and cut apart by bytes.
    case jpeg
    /// PNG: lossless, and without operations on bytes.
    case png

    /// `jpg` or `png`.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        }
    }
}
