import Mosaic
import MosaicFiles
import WebVTT

/// What has arrived in a source, without the files that are still being written.
///
/// A file that was modified a moment ago is taken where it ends as a whole picture does, because a writer that goes from
/// front to back has come to the end; a file that was renamed into place always has. Any other has to rest first. So
/// has one that cannot be decoded: it becomes a placeholder then, until it changes.
struct ArrivedScreenshots: Sendable {
    /// The files that can be read.
    let listing: ScreenshotListing
    /// Names of the files that are still being written.
    let moving: Set<String>
    /// Why there is nothing; nil where there is something.
    let fault: MosaicError?

    /// Whether there is nothing, not even a file that is being written.
    var isEmpty: Bool { listing.screenshots.isEmpty && moving.isEmpty && fault?.code == .noScreenshots }

    /// How files of a format end.
    private static let ends: [[UInt8]] = [
        [0xFF, 0xD9], [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82],
    ]

    /// Looks at a source.
    ///
    /// - Parameters:
    ///   - duration: The film's length; nil where unknown.
    ///   - now: When that is, in nanoseconds since 1970.
    /// - Throws: What ``ScreenshotSource/listing(isGrowing:duration:)`` does but `noScreenshots`, which only says that nothing
    ///   has arrived.
    init(in source: ScreenshotSource, duration: Timestamp? = nil, now: Int64 = FileStatus.now) throws {
        do {
            let all = try source.listing(isGrowing: true, duration: duration)
            let moving = Set(all.screenshots.filter { Self.isMoving($0, now: now) }.map(\.name))
            listing = ScreenshotListing(
                all.screenshots.filter { !moving.contains($0.name) }, skipped: all.skipped, remarks: all.remarks)
            self.moving = moving
            fault = nil
        } catch let error as MosaicError where error.code == .noScreenshots {
            listing = ScreenshotListing([], skipped: [])
            moving = []
            fault = error
        }
    }

    /// Whether a file that is published already is being written anew; whoever composes then loses its tile.
    func isChanging(_ published: Storyboard?) -> Bool {
        !moving.isEmpty && published?.tiles.contains { moving.contains($0.source.name) } == true
    }

    private static func isMoving(_ screenshot: Screenshot, now: Int64) -> Bool {
        guard let path = screenshot.path, let status = FileStatus(path: path) else { return true }
        let (age, overflow) = now.subtractingReportingOverflow(status.modified)
        // A time that lies further ahead was not given by writing just now.
        guard !overflow, (-SourceReading.settling...SourceReading.settling).contains(age) else { return false }
        let length = ends.map(\.count).max() ?? 0
        let tail = try? FileReader.part(
            of: path, name: screenshot.name, range: max(0, status.bytes - length)..<status.bytes)
        return !ends.contains { tail?.suffix($0.count) == $0[...] }
    }
}
