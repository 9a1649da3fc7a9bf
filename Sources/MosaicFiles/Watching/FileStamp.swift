/// What of a file changes when its content does.
struct FileStamp: Hashable, Sendable {
    let bytes: Int
    /// Nanoseconds since 1970.
    let modified: Int64
    /// Another one under the same name is another file, such as one that was renamed into place.
    let inode: UInt64
}

extension FileStamp {
    init(_ status: FileStatus) {
        self.init(bytes: status.bytes, modified: status.modified, inode: status.inode)
    }
}
