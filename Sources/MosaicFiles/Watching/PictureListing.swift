import Foundation

/// Lists the files of a folder that can be screenshots.
enum PictureListing {
    /// Whether a name is that of a picture and not hidden.
    static func contains(_ name: String) -> Bool {
        !name.hasPrefix(".") && FolderEntry.isPicture(name)
    }

    /// The pictures of a folder by name, links followed.
    ///
    /// - Throws: `unavailable`; `name` is the folder's name in it.
    static func read(_ folder: String, name: String) throws -> [String: FileStamp] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw FileError(.unavailable, name, "The folder cannot be read.")
        }
        var files: [String: FileStamp] = [:]
        for file in names where contains(file) {
            // The file was removed after it was found.
            guard let status = FileStatus(path: folder + "/" + file), status.isRegularFile else { continue }
            files[file] = FileStamp(status)
        }
        return files
    }
}
