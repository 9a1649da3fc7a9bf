import Mosaic
import MosaicFiles
import WebVTT

/// The screenshots in a source, without files that are still being written.
///
/// A file that was just modified is complete where it ends as its format does, because writers go from front to back; a
/// renamed file always does. Any other file has to be unchanged for a while first. So does a file that cannot be
/// decoded; it becomes a placeholder then, until it changes.
struct ArrivedScreenshots: Sendable {
    /// The complete files.
    let listing: ScreenshotListing
    /// Names of the files that are still being written.
    let changing: Set<String>
    /// Why there are no screenshots; nil where there are some.
    let fault: MosaicError?

    /// Whether there are no files at all, not even incomplete ones.
    var isEmpty: Bool { listing.screenshots.isEmpty && changing.isEmpty && fault?.code == .noScreenshots }

    /// The last bytes of a file of each format.
    private static let ends: [[UInt8]] = [
        [0xFF, 0xD9], [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82],
    ]

    /// Lists a source.
    ///
    /// - Parameters:
    ///   - duration: The film's length; nil where unknown.
    ///   - now: Nanoseconds since 1970.
    /// - Throws: What `ScreenshotSource.listing` does except `noScreenshots`, which means that nothing has arrived.
    init(in source: ScreenshotSource, duration: Timestamp? = nil, now: Int64 = FileStatus.now) throws {
        do {
            let all = try source.listing(isGrowing: true, duration: duration)
            let changing = Set(all.screenshots.filter { Self.isChanging($0, now: now) }.map(\.name))
            listing = ScreenshotListing(
                all.screenshots.filter { !changing.contains($0.name) }, skipped: all.skipped, remarks: all.remarks)
            self.changing = changing
            fault = nil
        } catch let error as MosaicError where error.code == .noScreenshots {
            listing = ScreenshotListing([], skipped: [])
            changing = []
            fault = error
        }
    }

    /// Whether a published file is being overwritten; composing now would lose its tile.
    func isChanging(_ published: Storyboard?) -> Bool {
        !changing.isEmpty && published?.tiles.contains { changing.contains($0.source.name) } == true
    }

    private static func isChanging(_ screenshot: Screenshot, now: Int64) -> Bool {
        guard let path = screenshot.path, let status = FileStatus(path: path) else { return true }
        let (age, overflow) = now.subtractingReportingOverflow(status.modified)
        // A time further in the future was set and not given by a write.
        guard !overflow, (-SourceReading.settling...SourceReading.settling).contains(age) else { return false }
        let length = ends.map(\.count).max() ?? 0
        let tail = try? FileReader.part(
            of: path, name: screenshot.name, range: max(0, status.bytes - length)..<status.bytes)
        return !ends.contains { tail?.suffix($0.count) == $0[...] }
    }
}
