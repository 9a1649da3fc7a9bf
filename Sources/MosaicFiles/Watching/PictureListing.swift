import Foundation

/// What a folder holds of the files that can be screenshots.
enum PictureListing {
    /// Whether a name is a picture's and not a hidden file's.
    static func contains(_ name: String) -> Bool {
        !name.hasPrefix(".") && FolderEntry.isPicture(name)
    }

    /// The pictures of a folder by name, links followed.
    ///
    /// - Throws: `unavailable`; `name` is what the folder is called then.
    static func read(_ folder: String, name: String) throws -> [String: FileStamp] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw FileError(.unavailable, name, "The folder cannot be read.")
        }
        var files: [String: FileStamp] = [:]
        for file in names where contains(file) {
            // What is gone by now is no longer listed.
            guard let status = FileStatus(path: folder + "/" + file), status.isRegularFile else { continue }
            files[file] = FileStamp(status)
        }
        return files
    }
}
