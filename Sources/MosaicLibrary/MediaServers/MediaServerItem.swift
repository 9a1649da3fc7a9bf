import Mosaic

/// A file, or a folder of files, for a media server; its bytes are made when they are written.
struct MediaServerItem: Sendable {
    /// One file.
    struct File: Sendable {
        let name: String
        let bytes: @Sendable () async throws -> [UInt8]
    }

    let name: String
    let isFolder: Bool
    /// A hash of everything that the files are made of.
    let revision: ContentHash
    let files: [File]
}
