import MosaicSystem
package import Raster
package import TiledJPEG
package import WebVTT

/// Reads the screenshots of a folder.
package struct FolderReader: ScreenshotReader {
    /// Maximum number of bytes, at the end of a file, that show whether it is complete.
    private static let longestEnd = ends.map(\.count).max() ?? 0
    /// The last bytes of a file of each format.
    private static let ends: [[UInt8]] = [
        [0xFF, 0xD9], [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82],
    ]

    private let source: ScreenshotSource
    private let isGrowing: Bool
    private let duration: Timestamp?
    private let roots: [String]

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - roots: Folders that no link to a file or list below them may leave, without links.
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length, past which the last numbered file is skipped; nil where unknown.
    package init(
        _ source: ScreenshotSource, below roots: [String] = [], isGrowing: Bool = false, duration: Timestamp? = nil
    ) {
        self.roots = roots
        self.source = source
        self.isGrowing = isGrowing
        self.duration = duration
    }

    fileprivate var root: String? { RealPath.root(of: source.folder, among: roots) }

    package func list() async throws -> ScreenshotListing {
        try source.listing(below: roots, isGrowing: isGrowing, duration: duration)
    }

    package func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        await HeaderProbe.uprightSizes(of: screenshots, lanes: lanes) { screenshot, length in
            try FileReader.prefix(of: path(of: screenshot), below: root, name: screenshot.name, length: length)
        }
    }

    package func read(
        _ wanted: [Screenshot], for tiles: TileSettings, lanes: Int
    ) async throws -> any PictureSession {
        FolderSession(self, wanted, limit: tiles.limits.fileBytes, lanes: lanes)
    }

    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        var reading = SourceReading(of: screenshot.name, at: path(of: screenshot), below: root)
        _ = try reading.read(limit: limit)
        return reading.record
    }

    /// A file that was just modified is complete where it ends as its format does, because writers go from front to
    /// back; a renamed file always does. Any other file has to be unchanged for a while first.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> {
        Set(screenshots.lazy.filter { isUnfinished($0, now: now) }.map(\.name))
    }

    private func isUnfinished(_ screenshot: Screenshot, now: Int64) -> Bool {
        let path = path(of: screenshot)
        guard let status = FileStatus(path: path, below: root) else { return true }
        let (age, overflow) = now.subtractingReportingOverflow(status.modified)
        // A time further in the future was set and not given by a write.
        guard !overflow, (-SourceReading.settling...SourceReading.settling).contains(age) else { return false }
        let tail = try? FileReader.part(
            of: path, below: root, name: screenshot.name, range: max(0, status.bytes - Self.longestEnd)..<status.bytes)
        return !Self.ends.contains { tail?.suffix($0.count) == $0[...] }
    }

    fileprivate func path(of screenshot: Screenshot) -> String { source.folder + "/" + screenshot.name }
}

/// The files of a folder, read by as many callers as there are.
private final class FolderSession: PictureSession {
    let lanes: Int
    private let reader: FolderReader
    private let wanted: [Screenshot]
    private let limit: Int
    private let rest: SharedCounter

    init(_ reader: FolderReader, _ wanted: [Screenshot], limit: Int, lanes: Int) {
        self.reader = reader
        self.wanted = wanted
        self.limit = limit
        self.lanes = lanes
        rest = SharedCounter(wanted.indices)
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        let positions = rest.take(count, of: lanes)
        for (index, position) in positions.enumerated() { read(wanted[position], into: &pictures[index]) }
        return positions
    }

    private func read(_ screenshot: Screenshot, into picture: inout Picture) {
        var reading = SourceReading(of: screenshot.name, at: reader.path(of: screenshot), below: reader.root)
        var bytes = picture.takeBytes()
        do {
            try reading.read(into: &bytes, limit: limit)
            picture = Picture(.encoded(bytes), of: reading.record)
        } catch {
            picture = Picture(.missing(error), of: reading.record)
        }
    }

    func close() async {}
}
