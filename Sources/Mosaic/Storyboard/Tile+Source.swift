extension Tile {
    /// The file a tile was made from, as far as it tells whether the file is still the same.
    package struct Source: Hashable, Sendable {
        /// File name, relative to its folder.
        package let name: String
        /// Length in bytes; nil where the file could not be read.
        package let bytes: Int?
        /// Checksum of the file; nil where it could not be read.
        package let checksum: Checksum?
        /// When it was last modified, in nanoseconds since 1970; nil where that was too short before it was read to
        /// tell a later change apart.
        package let modified: Int64?
        /// The file's number on its file system; nil with `modified`.
        package let inode: UInt64?
        /// Whether it carries an ICC profile, which is not converted.
        package var hasICCProfile: Bool
    }
}
