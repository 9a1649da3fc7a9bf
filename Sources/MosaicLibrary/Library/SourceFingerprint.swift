import Foundation
package import Mosaic
import MosaicSystem
import Synchronization
import WebVTT

/// Detects whether a storyboard would change, without reading screenshots: hashes the versions of the screenshots and
/// the request.
package enum SourceFingerprint {
    /// The fingerprint of a source that was listed just now.
    ///
    /// - Returns: Nil if a file was written so recently that its version is unknown, or a film's list cannot be read.
    /// - Throws: `unavailable` if the request cannot be encoded.
    package static func of(_ listing: ScreenshotListing, for request: JobRequest) throws -> ContentHash? {
        try of(listing, for: request, listed: FileStatus.now)
    }

    /// - Parameters:
    ///   - listed: Time at which the listing began, in nanoseconds since 1970.
    ///   - roots: Folders of clients' sources; links to a film or list below one of them must not leave it.
    static func of(
        _ listing: ScreenshotListing, for request: JobRequest, listed: Int64, below roots: SourceRoots = .none
    ) throws -> ContentHash? {
        if request.source.filmPath != nil {
            // All frames have the version of the film that was opened.
            return try ofFilm(in: request, listing.screenshots.first?.status?.version(at: listed), below: roots)
        }
        var text = try fields(of: request)
        for screenshot in listing.screenshots {
            // NUL terminates names, because file names cannot contain it.
            text += "\n\(screenshot.name)\0\(screenshot.time.milliseconds) \(screenshot.chapter ?? -1) "
            text += "\(screenshot.title ?? "")\0"
            // A chapter that has not arrived has no file, and so no version.
            guard screenshot.hasArrived else { continue }
            guard let version = screenshot.status?.version(at: listed) else { return nil }
            text += version.rawValue
        }
        for file in listing.skipped { text += "\n\(file.name)\0\(file.reason)" }
        return ContentHash(of: Array(text.utf8))
    }

    /// The fingerprint of a film: its version, the request and the list files. The film is not opened.
    ///
    /// - Parameter roots: Folders of clients' sources; links to a film or list below one of them must not leave it.
    /// - Returns: Nil if the film or a list cannot be read, or if the film was written so recently that its version is
    ///   unknown.
    /// - Throws: `unavailable` if the request cannot be encoded.
    static func ofFilm(in request: JobRequest, below roots: SourceRoots = .none) throws -> ContentHash? {
        let version = request.source.filmPath.flatMap { path in
            FileStatus(path: path, below: roots.root(of: path))?.version(at: FileStatus.now)
        }
        return try ofFilm(in: request, version, below: roots)
    }

    private static func ofFilm(
        in request: JobRequest, _ version: ObjectVersion?, below roots: SourceRoots
    ) throws -> ContentHash? {
        guard let version else { return nil }
        var text = try fields(of: request) + "\n\(version.rawValue)\0"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        text += String(decoding: try encoder.encode(request.source.film), as: UTF8.self)
        for path in request.source.filmLists {
            let limit = max(ChapterList.longestText, FilmTimesList.longestText)
            var bytes: [UInt8] = []
            let root = roots.root(of: path)
            let status = try? FileReader.read(path, below: root, name: "", limit: limit, into: &bytes)
            guard status != nil else { return nil }
            text += "\0\(ContentHash(of: bytes).hexadecimal())"
        }
        return ContentHash(of: Array(text.utf8))
    }

    /// Caches the last request without its individual fields, and its encoding: the requests of a batch differ in these
    /// fields only.
    private static let cached = Mutex<(request: JobRequest, text: String)?>(nil)
    private static let nobody = JobRequest(id: StoryboardID(naming: "-"), source: ScreenshotSource(folder: ""))

    /// The request as text; of its source only the path, the times and the list.
    private static func fields(of request: JobRequest) throws -> String {
        var rest = request
        (rest.id, rest.title, rest.source) = (nobody.id, nil, nobody.source)
        rest.isLeftToPublish = false
        // Removes an empty list of widths, so that fingerprints from before there were further widths stay valid.
        if rest.settings.furtherWidths?.isEmpty == true { rest.settings.furtherWidths = nil }
        let text = try cached.withLock { cached in
            if let cached, cached.request == rest { return cached.text }
            let text = try rest.encoded()
            cached = (rest, text)
            return text
        }
        let source = request.source
        let times = "\(source.interval?.milliseconds ?? -1) \(source.start.milliseconds) \(source.list ?? "")"
        return "\(text)\n\(request.id)\0\(request.title ?? "")\0\(source.folder)\0\(times)"
    }
}
