/// Metadata that changes with a file's content.
struct FileStamp: Hashable, Sendable {
    let bytes: Int
    /// Nanoseconds since 1970.
    let modified: Int64
    /// Differs for another file of the same name, such as one that was renamed into place.
    let inode: UInt64
}

extension FileStamp {
    init(_ status: FileStatus) {
        self.init(bytes: status.bytes, modified: status.modified, inode: status.inode)
    }
}
