import MosaicSystem
package import WebVTT

/// A folder of pictures, and the three ways to assign times to its files.
package struct ScreenshotFolder: Sendable {
    /// The list of times that `mosaic screenshots` writes beside its pictures.
    package static let listName = "times.csv"
    /// The hidden file that names the film of such pictures.
    package static let filmName = ".mosaic-film.json"

    /// The folder's path.
    package let path: String

    private let roots: [String]

    /// Creates a folder without reading it.
    ///
    /// - Parameter roots: Folders that no link to a file below them may leave, without links.
    package init(path: String, below roots: [String] = []) {
        self.path = path
        self.roots = roots
    }

    private var root: String? { RealPath.root(of: path, among: roots) }

    private var reader: FolderReader { FolderReader(ScreenshotSource(folder: path), below: roots) }

    /// The regular files, and other entries except folders.
    private func contents() throws -> ListedFiles {
        let (files, others) = try MosaicError.translating { try FolderEntry.contents(of: path, below: root) }
        // The names have its times already.
        let hasOwnList = FileStatus(path: path + "/" + Self.filmName) != nil
        return ListedFiles(
            files: files.filter { !hasOwnList || $0.name != Self.listName }.map {
                ListedFiles.File(name: $0.name, modified: $0.status.modified, status: .file($0.status))
            },
            skipped: others.map { SkippedFile(name: $0.name, reason: $0.reason) }, reader: reader)
    }

    /// Chapter screenshots; see ``ListedFiles/chapters()``.
    ///
    /// - Throws: `notFound` without the folder, `unavailable`.
    package func chapters() throws -> ScreenshotListing { try contents().chapters() }

    /// Numbered pictures at a fixed interval; see ``ListedFiles/numbered(interval:start:)``.
    ///
    /// - Throws: `notFound` without the folder, `invalidSettings`, `unavailable`.
    package func numbered(interval: Timestamp, start: Timestamp) throws -> ScreenshotListing {
        try contents().numbered(interval: interval, start: start)
    }

    /// Pictures named by a list of times; missing files are skipped where `isGrowing`, as still to come.
    ///
    /// - Throws: `malformed` naming the line whose file is not there, `unavailable`.
    package func listed(in list: TimesList, isGrowing: Bool = false) throws -> ScreenshotListing {
        var screenshots: [Screenshot] = []
        var skipped: [SkippedFile] = []
        let root = root
        for entry in list.entries {
            let status = FileStatus(path: path + "/" + entry.file.rawValue, below: root)
            guard let status, status.isRegularFile else {
                if isGrowing {
                    skipped.append(SkippedFile(name: entry.file.rawValue, reason: "The file is not there yet."))
                    continue
                }
                throw MosaicError(
                    .malformed, "\(list.name):\(entry.line)", "The file \(entry.file) is not in the folder.")
            }
            screenshots.append(
                Screenshot(name: entry.file.rawValue, time: entry.time, title: entry.title, status: .file(status)))
        }
        return ScreenshotListing(screenshots, skipped: skipped, reader: reader)
    }
}
