import Foundation
import Mosaic
import MosaicFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where the uploaded screenshots of a library lie: in a folder of their own in each storyboard's.
///
/// They stand beside what is published, so that whoever copies or removes a storyboard's folder takes them along, and one
/// level deeper, where neither sheets nor records are looked for.
struct UploadFolder: Sendable {
    /// The name of the folder within a storyboard's.
    static let name = ScreenshotSource.uploadsName
    /// What is still coming in lies in a hidden folder at the library's top, where no storyboard can lie.
    private static let incomingName = ".mosaic-incoming"

    let library: String
    let chapters = ChapterIndex()

    /// Takes the library's folder, which has to exist.
    ///
    /// - Throws: `unavailable`.
    init(library: String) throws {
        guard let path = SourceRoots.real(library) else {
            throw MosaicError(.unavailable, "library", "The library's folder is not there.")
        }
        self.library = path
    }

    /// The folder of a storyboard's screenshots, whether it is there or not.
    func path(of id: StoryboardID) -> String { "\(folder(of: id))/\(Self.name)" }

    /// The folder of everything that a storyboard has.
    func folder(of id: StoryboardID) -> String { "\(library)/\(id)" }

    /// Whether a link is on the way to a storyboard's screenshots, so that they may be anybody's.
    func isBehindLink(_ id: StoryboardID) -> Bool {
        [folder(of: id), path(of: id)].contains { FileStatus(ofLinkItself: $0)?.isLink == true }
    }

    /// A new file for what comes in.
    ///
    /// - Throws: `unavailable`.
    func incoming(_ permit: DescriptorBudget.FilePermit) throws -> IncomingFile {
        let folder = library + "/" + Self.incomingName
        if mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw MosaicError(.unavailable, "upload", "The folder for what comes in cannot be made.")
        }
        return try IncomingFile(in: folder, permit)
    }

    /// Removes what servers left that were killed.
    func discardLeftovers() {
        let folder = library + "/" + Self.incomingName
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let path = folder + "/" + name
            guard let status = FileStatus(ofLinkItself: path), status.isRegularFile,
                TemporaryName(rawValue: name).isAbandoned(modified: status.modified)
            else { continue }
            unlink(path)
        }
    }

    /// What came of a file that was given its name.
    struct Kept {
        /// Whether there was one of that name, which is gone.
        let isReplaced: Bool
        /// Older screenshots of the chapter that have another time or format in their names.
        let superseded: [String]
    }

    /// Gives an incoming file its name for good; one of that name is replaced at once.
    ///
    /// - Throws: `unavailable`, `refused` where a link is in the way.
    func keep(_ file: IncomingFile, as name: ChapterFile, of id: StoryboardID) throws -> Kept {
        try file.finish()
        let path = "\(path(of: id))/\(name)"
        var attempts = 16
        while true {
            try makeFolders(of: id)
            let isNew = FileStatus(ofLinkItself: path) == nil
            let before = FileStatus(path: self.path(of: id))
            let failure = file.move(to: path)
            guard failure != 0 else {
                // The older ones go when the new one is on the disk, and none of them comes back.
                try flush(id)
                return Kept(isReplaced: !isNew, superseded: superseded(by: name, of: id, before: before))
            }
            // Whoever removes a storyboard removes its empty folders, too.
            attempts -= 1
            guard failure == ENOENT, attempts > 0 else {
                throw MosaicError(.unavailable, "\(name)", "The screenshot cannot be stored.")
            }
        }
    }

    private func superseded(by name: ChapterFile, of id: StoryboardID, before: FileStatus?) -> [String] {
        let folder = path(of: id)
        guard let own = FileStatus(ofLinkItself: "\(folder)/\(name)") else { return [] }
        return chapters.others(than: name, in: folder, before: before).filter { other in
            guard let status = FileStatus(ofLinkItself: "\(folder)/\(other)"), !status.isFolder else { return false }
            return (status.modified, other) < (own.modified, name.description)
        }
    }

    /// Flushes the storyboard's folders of screenshots, and those that these may be new in.
    private func flush(_ id: StoryboardID) throws {
        for folder in [path(of: id), folder(of: id), library] {
            try MosaicError.translating { try DiskFlush.flush(folder: folder) }
        }
    }

    private func makeFolders(of id: StoryboardID) throws {
        // Also before the first is made: one behind a link would be somewhere else.
        try refuseLinks(to: id)
        for folder in [folder(of: id), path(of: id)] where mkdir(folder, 0o777) != 0 && errno != EEXIST {
            guard errno == ENOENT else {
                throw MosaicError(.unavailable, id.rawValue, "The folder for its screenshots cannot be made.")
            }
        }
        try refuseLinks(to: id)
    }

    /// Refuses a storyboard whose folder cannot be made or is somewhere else, before anything is.
    ///
    /// - Throws: `refused` where a link is in the way, `notFound` where a file has the name, which no storyboard can.
    func refuseObstacles(to id: StoryboardID) throws {
        guard let status = FileStatus(ofLinkItself: folder(of: id)), !status.isFolder else { return }
        guard !status.isLink else { throw Self.link(id) }
        throw RequestError(.notFound, "A file has this name in the library, and no storyboard can.")
    }

    func refuseLinks(to id: StoryboardID) throws {
        guard isBehindLink(id) else { return }
        throw Self.link(id)
    }

    private static func link(_ id: StoryboardID) -> MosaicError {
        MosaicError(.refused, id.rawValue, "A symbolic link is in the way; links are not followed here.")
    }
}
