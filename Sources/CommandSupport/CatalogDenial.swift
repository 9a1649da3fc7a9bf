import Foundation
package import Mosaic
import MosaicSystem

/// The error about a file or folder of a catalog that this user may not use, with advice that depends on its owner.
package struct CatalogDenial {
    /// The error, with the path of the file or folder as its subject.
    package let error: MosaicError

    /// `nil` if the error is not caused by a missing permission.
    ///
    /// - Parameters:
    ///   - error: The error of opening a catalog.
    ///   - file: The catalog.
    ///   - onlyReading: Whether it was opened for reading.
    package init?(_ error: MosaicError, of file: String, onlyReading: Bool) {
        guard error.code == .unavailable, error.reason.hasPrefix("It cannot be opened or made") else { return nil }
        // SQLite has a log and its index next to the file.
        let files = ["", "-wal", "-shm"].map { file + $0 }.filter { FileStatus(path: $0) != nil }
        let folder = FolderPath.parent(of: file)
        var uses = files.map { ($0, R_OK, "read") }
        if !onlyReading {
            uses += files.map { ($0, W_OK, "write") } + [(folder.isEmpty ? "." : folder, W_OK, "write in")]
        }
        guard let (path, _, use) = uses.first(where: { access($0.0, $0.1) != 0 && SystemFailure.current.isDenial })
        else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let number = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
        let owner = attributes?[.ownerAccountName] as? String
        let advice =
            if number == getuid() {
                ": chmod u+rw \(ShellWord.quoted(path)) allows it."
            } else if let owner {
                ". It belongs to \(owner): run mosaic as that user."
            } else {
                ". It belongs to another user."
            }
        self.error = MosaicError(.unavailable, path, "This user may not \(use) it\(advice)")
    }
}
