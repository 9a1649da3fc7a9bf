package import Foundation
package import Mosaic
import MosaicSystem

/// Fetches videos by the operator's program and puts them below a video root.
package struct Downloader: Sendable {
    /// A video that is in its folder.
    package struct Fetched: Hashable, Sendable {
        /// Its path below the root.
        package let path: String
        /// Its absolute path.
        package let file: String
        /// Its title.
        package let title: String
        /// The storyboard that is made of it; nil for sound alone.
        package let storyboard: StoryboardID?
    }

    private let root: String
    private let run: DownloadRun
    /// The URL of a storyboard's picture.
    private let poster: @Sendable (StoryboardID) -> String

    /// Takes the folder that exists.
    ///
    /// - Parameters:
    ///   - root: The video root.
    ///   - supervisor: The program that supervises the downloader; `nil` runs it without one.
    ///   - poster: The URL of a storyboard's picture.
    /// - Throws: `invalidSettings` where there is no such folder or no such program; `refused` if the folder of
    ///   downloads in the root is not the server's own.
    package init(
        into root: String, by command: DownloadCommand, limits: DownloadLimits, supervisor: String? = nil,
        poster: @escaping @Sendable (StoryboardID) -> String
    ) throws {
        guard let real = RealPath.of(root), FileStatus(path: real)?.isFolder == true else {
            throw MosaicError(.invalidSettings, "video root", "The folder for downloads is not there.")
        }
        _ = try command.path()
        try DownloadFolder.check(in: real)
        self.root = real
        run = DownloadRun(command: command, limits: limits, supervisor: supervisor)
        self.poster = poster
    }

    /// How attempts are repeated.
    package var limits: DownloadLimits { run.limits }

    /// Removes what killed servers left.
    package func discardLeftovers() { DownloadFolder.discardLeftovers(in: root) }

    /// Fetches a video; where that fails nothing stays.
    ///
    /// - Parameters:
    ///   - began: Called with the downloader's process.
    ///   - goOn: Called from time to time with the percentage; false ends the attempt.
    /// - Throws: ``DownloadFault``, `CancellationError`, `unavailable`, `refused`, what the two throw.
    package func fetch(
        _ url: DownloadURL, for username: String, now: Date, began: (DownloadProcess) async throws -> Void,
        goOn: (Int?) async throws -> Bool
    ) async throws -> Fetched {
        let folder = try DownloadFolder(in: root)
        defer { folder.remove() }
        try await run.run(url, in: folder, began: began, goOn: goOn)
        guard let video = DownloadedVideo(in: folder) else {
            throw DownloadFault("The downloader ended without a video.")
        }
        // A client that has just taken it back gets no video.
        guard try await goOn(100) else { throw DownloadFault.cancelled }
        let genre = video.info.genre(of: url)
        let place = DownloadDestination(root: root, username: username, genre: genre)
        let hasPictures = FilmName.extensions.contains(video.fileExtension)
        let title = Self.title(video.info.title ?? video.stem)
        let path = try place.take(video, from: folder, or: "video") { path in
            try VideoCompanion(
                video.info, of: url, title: title, genre: genre,
                poster: hasPictures ? poster(SourceNaming.path.id(of: path)) : nil, now: now
            ).encoded()
        }
        return Fetched(
            path: path, file: root + "/" + path, title: title,
            storyboard: VideoPath(rawValue: path)?.storyboard)
    }

    /// A title as a job may have it.
    private static func title(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(kept.prefix(ExpectedChapters.longestTitle)))
    }
}
