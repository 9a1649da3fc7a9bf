import MosaicSystem
public import WebVTT

extension ScreenshotSource {
    /// The longest list of times that is read, in bytes.
    private static let listLimit = 64 << 20

    /// The name of the folder itself, also for `.` and a path with a slash at the end; of a part of a bucket the last
    /// part of its prefix.
    package var folderName: String { bucketAddress?.name ?? FolderPath.name(of: folder) }

    /// Lists the screenshots as they are now.
    ///
    /// - Parameters:
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length, past which the last numbered file is skipped; nil where unknown.
    /// - Throws: `noScreenshots` where folder or list is absent or holds none; `malformed` naming the line of the list;
    ///   `invalidSettings`, `limitExceeded`, `unavailable`.
    public func listing(isGrowing: Bool = false, duration: Timestamp? = nil) throws -> ScreenshotListing {
        try listing(below: [], isGrowing: isGrowing, duration: duration)
    }

    /// Lists the screenshots as they are now.
    ///
    /// - Parameter roots: Folders that no link to a file or list below them may leave, without links.
    /// - Throws: `refused` if a link leaves its root; otherwise as ``listing(isGrowing:duration:)``.
    package func listing(
        below roots: [String], isGrowing: Bool, duration: Timestamp? = nil
    ) throws -> ScreenshotListing {
        guard interval == nil || list == nil else {
            throw MosaicError(.invalidSettings, "times", "An interval and a list are two ways to give times; use one.")
        }
        guard FileStatus(path: folder)?.isFolder == true else {
            throw MosaicError(.noScreenshots, folderName, "There is no such file or folder.")
        }
        let source = ScreenshotFolder(path: folder, below: roots)
        if let interval {
            let listing = try found(source.numbered(interval: interval, start: start))
            return duration.map(listing.withoutSurplus) ?? listing
        }
        guard let list else { return try found(source.chapters()) }
        let times = try TimesList(
            parsing: try ListFile.text(of: list, below: roots, limit: Self.listLimit), name: ListFile.name(of: list))
        guard !times.entries.isEmpty else {
            throw MosaicError(.noScreenshots, times.name, "The list names no file.")
        }
        return try found(source.listed(in: times, isGrowing: isGrowing))
    }

    /// Adds the titles of chapters to a listing.
    ///
    /// - Throws: `noScreenshots` for an empty listing.
    func found(_ listing: ScreenshotListing) throws -> ScreenshotListing {
        guard listing.screenshots.isEmpty else { return listing.titled(by: chapters) }
        let foreign = listing.skipped.lazy.compactMap { ForeignFormat(ofFile: $0.name) }.first.map { " \($0.reason)" }
        let pictures = listing.skipped.map(\.name).filter(FolderEntry.isPicture)
        if foreign == nil, interval == nil, list == nil, let first = pictures.min() {
            let count = "\(pictures.count) \(pictures.count == 1 ? "picture" : "pictures")"
            throw MosaicError(
                .noScreenshots, folderName,
                "It holds no ch{number}_{seconds}s.jpg, but \(count) without times in their names (\(first)): "
                    + "--interval 10 takes one for every 10 s, --times FILE the times of a list.")
        }
        throw MosaicError(
            .noScreenshots, folderName,
            "There are no screenshots among its \(listing.skipped.count) \(listing.skipped.count == 1 ? "file" : "files")."
                + (foreign ?? ""))
    }
}
