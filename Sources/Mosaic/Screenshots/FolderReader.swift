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

    /// Creates a reader of `source`.
    ///
    /// - Parameters:
    ///   - roots: Real paths of folders; no link below one may lead out of it.
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length, past which the last numbered file is skipped; nil if unknown.
    package init(
        _ source: ScreenshotSource, below roots: [String] = [], isGrowing: Bool = false, duration: Timestamp? = nil
    ) {
        self.roots = roots
        self.source = source
        self.isGrowing = isGrowing
        self.duration = duration
    }

    private var root: String? { RealPath.root(of: source.folder, among: roots) }

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
        PictureSequence(wanted.indices, lanes: lanes) { position, picture in
            let screenshot = wanted[position]
            var reading = SourceReading(of: screenshot.name, at: path(of: screenshot), below: root)
            var bytes = picture.takeBytes()
            do {
                try reading.read(into: &bytes, limit: tiles.limits.fileBytes)
                picture = Picture(.encoded(bytes), of: reading.record)
            } catch {
                picture = Picture(.missing(error), of: reading.record)
            }
        }
    }

    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        var reading = SourceReading(of: screenshot.name, at: path(of: screenshot), below: root)
        _ = try reading.read(limit: limit)
        return reading.record
    }

    /// The names of screenshots that may be incomplete: missing, or recently modified and without the last bytes of a
    /// JPEG or PNG.
    ///
    /// Writers go from front to back, so a file with these last bytes is complete. Any other file counts as complete
    /// when it was not modified for two seconds.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> {
        Set(screenshots.lazy.filter { isUnfinished($0, now: now) }.map(\.name))
    }

    private func isUnfinished(_ screenshot: Screenshot, now: Int64) -> Bool {
        let path = path(of: screenshot)
        guard let status = FileStatus(path: path, below: root) else { return true }
        let (age, overflow) = now.subtractingReportingOverflow(status.modified)
        // A time further in the future was set explicitly, and not by a write.
        guard !overflow, (-SourceReading.settling...SourceReading.settling).contains(age) else { return false }
        let tail = try? FileReader.part(
            of: path, below: root, name: screenshot.name, range: max(0, status.bytes - Self.longestEnd)..<status.bytes)
        return !Self.ends.contains { tail?.suffix($0.count) == $0[...] }
    }

    private func path(of screenshot: Screenshot) -> String { source.folder + "/" + screenshot.name }
}

/// A folder of pictures, and the three ways to assign times to its files.
package struct ScreenshotFolder: Sendable {
    /// The list of times that `mosaic screenshots` writes next to its pictures.
    package static let listName = "times.csv"
    /// The hidden file that names the film of the pictures in the folder.
    package static let filmName = ".mosaic-film.json"

    package let path: String

    private let roots: [String]

    /// Creates a folder without reading it.
    ///
    /// - Parameter roots: Real paths of folders; no link below one may lead out of it.
    package init(path: String, below roots: [String] = []) {
        self.path = path
        self.roots = roots
    }

    private var root: String? { RealPath.root(of: path, among: roots) }

    private var reader: FolderReader { FolderReader(ScreenshotSource(folder: path), below: roots) }

    /// The regular files of the folder; other entries, except folders, are skipped files.
    private func contents() throws -> ListedFiles {
        let (files, others) = try MosaicError.translating { try FolderEntry.contents(of: path, below: root) }
        // If `mosaic screenshots` wrote the list, the file names have its times already.
        let hasOwnList = FileStatus(path: path + "/" + Self.filmName) != nil
        return ListedFiles(
            files: files.filter { !hasOwnList || $0.name != Self.listName }.map {
                ListedFiles.File(name: $0.name, modified: $0.status.modified, status: .file($0.status))
            },
            skipped: others.map { SkippedFile(name: $0.name, reason: $0.reason) }, reader: reader)
    }

    /// Chapter screenshots; see ``ListedFiles/chapters()``.
    ///
    /// - Throws: `notFound` without the folder, `refused` if a link leaves its root, `unavailable`.
    package func chapters() throws -> ScreenshotListing { try contents().chapters() }

    /// Numbered pictures at a fixed interval; see ``ListedFiles/numbered(interval:start:)``.
    ///
    /// - Throws: `notFound` without the folder, `refused` if a link leaves its root, `invalidSettings`, `unavailable`.
    package func numbered(interval: Timestamp, start: Timestamp) throws -> ScreenshotListing {
        try contents().numbered(interval: interval, start: start)
    }

    /// Pictures named by a list of times. With `isGrowing`, missing files are skipped as still to come.
    ///
    /// - Throws: `malformed` naming the line whose file is not there, `unavailable`.
    package func listed(in list: TimesList, isGrowing: Bool = false) throws -> ScreenshotListing {
        var screenshots: [Screenshot] = []
        var skipped: [SkippedFile] = []
        let root = root
        for entry in list.entries {
            let status = FileStatus(path: path + "/" + entry.file.rawValue, below: root)
            guard let status, status.isRegularFile else {
                guard FileStatus.permitsEntry(path) || !SystemFailure.current.isDenial else {
                    throw FolderStore.closed(path)
                }
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

/// Reads a file and records the facts that identify its content.
package struct SourceReading {
    /// Nanoseconds. A file that was modified less than this time before it was read may change again without a new
    /// modification time.
    package static let settling: Int64 = 2_000_000_000

    private let name: String
    private let path: String
    private let root: String?
    /// The file's version; nil until the file is read, and if a later change might not change the version.
    private var version: ObjectVersion?
    private var checksum: Checksum?
    private var bytes: Int?

    /// - Parameters:
    ///   - name: The screenshot's name within its source.
    ///   - root: Real path of a folder; no link may lead out of it. `nil` follows every link.
    init(of name: String, at path: String, below root: String? = nil) {
        self.name = name
        self.root = root
        self.path = path
    }

    /// Reads the whole file.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    /// - Throws: `refused` if a link leaves the root, `unavailable`, `limitExceeded`.
    mutating func read(limit: Int, now: Int64 = FileStatus.now) throws -> [UInt8] {
        var content: [UInt8] = []
        try read(into: &content, limit: limit, now: now)
        return content
    }

    /// Reads the whole file into an array whose memory is reused.
    ///
    /// - Throws: as ``read(limit:now:)``.
    mutating func read(into content: inout [UInt8], limit: Int, now: Int64 = FileStatus.now) throws {
        // The status before reading, so that a change during reading counts as a change.
        let status = try MosaicError.translating {
            try FileReader.read(path, below: root, name: name, limit: limit, into: &content)
        }
        version = status.version(at: now)
        checksum = Checksum(of: content)
        bytes = content.count
    }

    /// The source as recorded in the storyboard. Decoding determines later whether it has an ICC profile.
    var record: Tile.Source {
        Tile.Source(
            name: name, bytes: bytes, checksum: checksum, version: version, hasICCProfile: false)
    }
}

extension FileStatus {
    /// Whether every later change gives the file another modification time.
    ///
    /// A time in the future was set explicitly, and not by a write. Such a file counts as settled if it was not changed
    /// for two seconds.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    package func isSettled(at now: Int64) -> Bool {
        let (moment, soon) = (now - SourceReading.settling, now + SourceReading.settling)
        return modified < moment || (modified > soon && changed < moment)
    }
}
