package import Mosaic

/// The full-size screenshots of storyboards, from any source.
package struct StoredScreenshots: Sendable {
    private let library: StoryboardLibrary
    /// The uploaded screenshots; nil if uploads are not accepted.
    private let uploads: UploadedScreenshots?
    /// Folders to which links in sources may lead; with no root, no link is followed.
    private let roots: SourceRoots

    package init(of library: StoryboardLibrary, uploads: UploadedScreenshots?, roots: SourceRoots) {
        self.library = library
        self.uploads = uploads
        self.roots = roots
    }

    /// Location of a storyboard's screenshots.
    package enum Place: Sendable {
        case uploads(UploadedScreenshots)
        /// The folder of a source.
        case folder(String)
    }

    /// The location of the screenshots of a storyboard's chapters. Nil for a film, for a bucket, for files whose names
    /// are not the names of chapters, and without a job if uploads are not accepted.
    ///
    /// - Throws: `unavailable`.
    package func place(of id: StoryboardID) async throws -> Place? {
        let source = try await library.catalog.job(of: id)?.request().source
        if let uploads, source?.isUploads(of: id) ?? true { return .uploads(uploads) }
        guard let source, source.interval == nil, source.list == nil, source.filmPath == nil,
            source.bucketAddress == nil
        else { return nil }
        return .folder(source.folder)
    }

    /// The film of a storyboard, and the root that links to it must not leave. Nil if the storyboard has no job or is
    /// made of screenshots, or if a link to the film leads out of its root.
    ///
    /// - Throws: `unavailable`.
    package func film(of id: StoryboardID) async throws -> (path: String, root: String?)? {
        guard let source = try await library.catalog.job(of: id)?.request().source,
            case .film(let path) = source.location, roots.admits(path)
        else { return nil }
        return (path, roots.root(of: path))
    }

    /// The screenshots of a storyboard's chapters, sorted by chapter index.
    ///
    /// - Throws: `unavailable`.
    package func names(of id: StoryboardID, in place: Place) async throws -> [ScreenshotName] {
        switch place {
        case .uploads(let uploads): try await uploads.names(of: id)
        case .folder(let path):
            try files(in: path).compactMap { ScreenshotName($0) }.sorted { $0.index < $1.index }
        }
    }

    /// Opens the screenshot of a name, in any format; nil if missing.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func open(_ name: ScreenshotName, of id: StoryboardID, in place: Place) async throws -> OpenScreenshot? {
        switch place {
        case .uploads(let uploads): return try await uploads.open(name, of: id)
        case .folder(let path):
            let usual = ChapterFile.Format.allCases.map { "\(ChapterFile(name, $0))" }
            for file in usual {
                if let object = try roots.open(file, in: path) { return OpenScreenshot(name: file, object: object) }
            }
            // Foreign files may have the extension .jpeg, or leading zeros in their numbers.
            guard let other = try files(in: path).first(where: { ScreenshotName($0) == name }) else { return nil }
            return try roots.open(other, in: path).map { OpenScreenshot(name: other, object: $0) }
        }
    }

    /// Opens the last retired upload of a name; nil if there is none.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func openRetired(_ name: ScreenshotName, of id: StoryboardID) async throws -> OpenScreenshot? {
        try await uploads?.openRetired(name, of: id)
    }

    /// The names of the chapter screenshots in a folder; empty if the folder is missing or refused.
    private func files(in path: String) throws -> [String] {
        do {
            return try ScreenshotFolder(path: path, below: roots.roots).chapters().screenshots.map(\.name)
        } catch let error as MosaicError where [.notFound, .refused].contains(error.code) {
            return []
        }
    }
}
