import Mosaic

/// A file of a storyboard with a separate signed link: a sheet, a tile, or a video of tiles.
struct ServedPicture: Hashable, Sendable {
    /// Its path below the storyboard's folder.
    let path: String

    /// Nil for documents, and for the paths of many files (`$Number$`).
    init?(path: String) {
        guard let type = ContentType(fileName: path), [.jpeg, .png, .mp4].contains(type), !path.contains("$") else {
            return nil
        }
        self.path = path
    }
}
