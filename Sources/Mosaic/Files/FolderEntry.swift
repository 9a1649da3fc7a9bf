import Foundation

/// A regular file in a folder.
struct FolderEntry: Hashable, Sendable {
    let name: String
    let path: String
    /// Nanoseconds since 1970.
    let modified: Int64

    /// Whether the name ends like a picture's that can be a screenshot.
    var isPicture: Bool {
        let name = name.lowercased()
        return [".jpg", ".jpeg", ".png"].contains { name.hasSuffix($0) }
    }

    /// The regular files of a folder sorted by name, hidden ones left out.
    ///
    /// - Throws: `unavailable`.
    static func list(_ folder: String) throws -> [FolderEntry] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: folder).lastPathComponent, "The folder cannot be read.")
        }
        return names.sorted().compactMap { name in
            let path = folder + "/" + name
            guard !name.hasPrefix("."), let status = FileStatus(path: path), status.isRegularFile else { return nil }
            return FolderEntry(name: name, path: path, modified: status.modified)
        }
    }
}
