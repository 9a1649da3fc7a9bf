import Foundation

/// The files that a watcher of folders lists.
package struct WatchedFiles: Sendable {
    /// Whether folders below the watched one are listed, too; files are then identified by their whole paths.
    let isTree: Bool
    /// Whether a file of this name is listed.
    let contains: @Sendable (String) -> Bool
    private let isPassed: @Sendable (String) -> Bool

    /// The pictures of one folder, by their names, without hidden ones.
    package static let pictures = WatchedFiles(
        isTree: false, contains: { !$0.hasPrefix(".") && FolderEntry.isPicture($0) }, isPassed: { _ in true })

    /// Files of a tree, by their paths. Hidden files and folders are left out, and links to folders are not followed.
    ///
    /// - Parameters:
    ///   - contains: Whether a file of this name is listed.
    ///   - isPassed: Whether a folder of this name is left out.
    package static func tree(
        of contains: @escaping @Sendable (String) -> Bool, passing isPassed: @escaping @Sendable (String) -> Bool
    ) -> WatchedFiles {
        WatchedFiles(isTree: true, contains: { !$0.hasPrefix(".") && contains($0) }, isPassed: isPassed)
    }

    /// The files, and all listed folders of a tree; the folders are nil if only the folder itself is listed.
    ///
    /// - Throws: `unavailable` if the folder cannot be read; `name` is the folder's name in the error. Folders below it
    ///   that cannot be read are left out.
    func list(_ folder: String, _ name: String) throws -> (files: [String: FileStamp], folders: [String]?) {
        var files: [String: FileStamp] = [:]
        var (open, folders) = ([folder], [String]())
        while let path = open.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                if path == folder { throw FileError(.unavailable, name, "The folder cannot be read.") }
                continue
            }
            folders.append(path)
            for name in names {
                let full = path + "/" + name
                if contains(name), let status = FileStatus(path: full), status.isRegularFile {
                    files[isTree ? full : name] = FileStamp(status)
                } else if isTree, !name.hasPrefix("."), !isPassed(name),
                    FileStatus(ofLinkItself: full)?.isFolder == true
                {
                    open.append(full)
                }
            }
        }
        return (files, isTree ? folders : nil)
    }
}
