extension Tile {
    /// The file a tile was made from, as far as it tells whether the file is still the same.
    public struct Source: Hashable, Sendable {
        /// File name, relative to its folder.
        public let name: String
        /// Length in bytes; nil where the file could not be read.
        public let bytes: Int?
        /// Checksum of the file; nil where it could not be read.
        public let checksum: Checksum?
        /// When it was last modified, in nanoseconds since 1970; nil where that was too short before it was read to
        /// tell a later change apart.
        public let modified: Int64?
        /// The file's number on its file system; nil with `modified`.
        public let inode: UInt64?
        /// Whether it carries an ICC profile, which is not converted.
        public let hasICCProfile: Bool
    }
}
