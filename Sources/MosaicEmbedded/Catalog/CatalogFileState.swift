import Mosaic
import MosaicFiles

/// How a catalog's file can be read by somebody who cannot write it, told by what lies beside it.
///
/// SQLite makes a log and the log's index beside the file when it is opened, and takes them away when the last process
/// closes it: https://www.sqlite.org/wal.html#read_only_databases.
enum CatalogFileState: Hashable, Sendable {
    /// Log and index are there: it is read together with those who write.
    case shared
    /// Nobody has it open; changes if somebody does. Nil where there is no file.
    case still(FileStatus?)
    /// Changes lie in a log without its index, which only somebody who can write there makes again.
    case cut

    /// Looks at the file at `path`.
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
