import Foundation
import HTTPSemantics
import Mosaic
import MosaicFiles
import MosaicLibrary

/// The screenshots of storyboards in full size, wherever they came from.
struct Screenshots: Sendable {
    let library: StoryboardLibrary
    /// Where uploads lie; nil where the server takes none.
    let folder: UploadFolder?
    /// Where sources may link to.
    let roots: SourceRoots?
    let readers: ReadAccess
    let threads = DiskThreads()
    var descriptors = DescriptorBudget.ofProcess

    /// The files of a storyboard's chapters, in the order of their numbers; none where nothing is known of it.
    ///
    /// - Throws: `unavailable`.
    func chapters(of id: StoryboardID) async throws -> [ScreenshotName] {
        guard let place = try await place(of: id) else { return [] }
        return try await withTaskExecutorPreference(threads) { try await Self.chapters(in: place.path) }
    }

    /// Opens the screenshot of that name, whichever format it is in, also one that was retired; nil where
    /// there is none.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    func file(_ name: ScreenshotName, of id: StoryboardID) async throws -> ScreenshotFile? {
        guard let place = try await place(of: id) else { return nil }
        guard let permit = descriptors.file() else {
            throw RequestError.tooManyFiles
        }
        return try await withTaskExecutorPreference(threads) {
            if let file = try await open(name, in: place, permit) { return file }
            return try await retired(name, of: id, permit)
        }
    }

    /// What tells the version of a screenshot that is there now from others, which one that was removed is none of; nil
    /// where there is none.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    func validators(of name: ScreenshotName, of id: StoryboardID) async throws -> Validators? {
        guard let place = try await place(of: id) else { return nil }
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        return try await withTaskExecutorPreference(threads) {
            try await open(name, in: place, permit)?.representation.validators
        }
    }

    /// Opens the screenshot of that name that was retired last; nil where there is none.
    private func retired(
        _ name: ScreenshotName, of id: StoryboardID, _ permit: DescriptorBudget.FilePermit
    ) async throws -> ScreenshotFile? {
        guard let folder, !folder.isBehindLink(id) else { return nil }
        for key in try await library.retiredScreenshots(name, of: id) {
            guard let type = ContentType(fileName: key.rawValue),
                let file = try file("\(folder.library)/\(key)", type, in: Place(path: folder.library), permit)
            else { continue }
            return file
        }
        return nil
    }

    private struct Place {
        let path: String
        /// Nil where no link is followed.
        var roots: SourceRoots?
    }

    /// The folder that a storyboard's chapters are read from; nil where its files have other names.
    private func place(of id: StoryboardID) async throws -> Place? {
        let source = try await library.catalog.job(of: id)?.request().source
        if let folder, source?.isUploads(of: id) ?? true {
            return folder.isBehindLink(id) ? nil : Place(path: folder.path(of: id))
        }
        guard let source, source.interval == nil, source.list == nil else { return nil }
        return Place(path: source.folder, roots: roots)
    }

    private static func chapters(in path: String) async throws -> [ScreenshotName] {
        try listed(path).compactMap { ScreenshotName($0.name) }.sorted { $0.index < $1.index }
    }

    /// What lies in a folder that may be removed just now.
    private static func listed(_ path: String) throws -> [Screenshot] {
        guard FileStatus(path: path)?.isFolder == true else { return [] }
        do {
            return try ScreenshotFolder(path: path).chapters().screenshots
        } catch let error as MosaicError where error.code == .noScreenshots {
            return []
        }
    }

    private func open(
        _ name: ScreenshotName, in place: Place, _ permit: DescriptorBudget.FilePermit
    ) async throws -> ScreenshotFile? {
        for format in ChapterFile.Format.allCases {
            let path = "\(place.path)/\(ChapterFile(name, format))"
            if let file = try file(path, format.type, in: place, permit) { return file }
        }
        // Somebody else's files may be called .jpeg, or have zeros in front of their numbers.
        guard let other = try Self.listed(place.path).first(where: { ScreenshotName($0.name) == name }),
            let type = ContentType(fileName: other.name), let path = other.path
        else { return nil }
        return try file(path, type, in: place, permit)
    }

    private func file(
        _ path: String, _ type: ContentType, in place: Place, _ permit: DescriptorBudget.FilePermit
    ) throws(MosaicError) -> ScreenshotFile? {
        try ScreenshotFile(path: path, type: type, readers: readers, linksWithin: place.roots, permit: permit)
    }
}
