extension Tile {
    /// The file a tile was made from, as far as it tells whether the file is still the same.
    package struct Source: Hashable, Sendable {
        /// File name, relative to its folder.
        package let name: String
        /// Length in bytes; nil where the file could not be read.
        package let bytes: Int?
        /// Checksum of the file; nil where it could not be read.
        package let checksum: Checksum?
        /// The version that was read; nil where a later change could have left it the same.
        package let version: ObjectVersion?
        /// Whether it carries an ICC profile that is not converted: it is damaged, or has tables.
        package var hasICCProfile: Bool
        /// The selection of a film's frame; `nil` for a picture file.
        package var selection: String?
    }
}
