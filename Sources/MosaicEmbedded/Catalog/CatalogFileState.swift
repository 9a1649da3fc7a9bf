import Mosaic
import MosaicFiles

/// How a catalog's file can be read without writing, determined by the files beside it.
///
/// SQLite creates a log and its index beside the file when it opens it, and removes them when the last process closes
/// it: https://www.sqlite.org/wal.html#read_only_databases.
enum CatalogFileState: Hashable, Sendable {
    /// Log and index exist: the file is read concurrently with writers.
    case shared
    /// No process has it open; the status changes if one opens it. Nil where there is no file.
    case still(FileStatus?)
    /// There is a log without its index, which only a process with write permission can create.
    case cut

    /// Examines the file at `path`.
    init(path: String) {
        let log = FileStatus(path: path + "-wal")
        if log != nil, FileStatus(path: path + "-shm") != nil {
            self = .shared
        } else if let log, log.bytes > 0 {
            self = .cut
        } else {
            self = .still(FileStatus(path: path))
        }
    }
}
