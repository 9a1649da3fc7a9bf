package import Mosaic
import MosaicFiles
import Synchronization
import WebVTT

/// Tells whether a storyboard would come out the same, from what the file system says of its screenshots and from the
/// request; no file is read.
package enum SourceFingerprint {
    /// The fingerprint of a source as it was when it was listed, which was just now.
    ///
    /// - Returns: Nil where a file was modified so short ago that it may change again without a new time.
    /// - Throws: `unavailable` where the request cannot be written down.
    package static func of(_ listing: ScreenshotListing, for request: JobRequest) throws -> ContentHash? {
        try of(listing, for: request, listed: FileStatus.now)
    }

    /// - Parameter listed: When listing began, in nanoseconds since 1970.
    static func of(_ listing: ScreenshotListing, for request: JobRequest, listed: Int64) throws -> ContentHash? {
        var text = try fields(of: request)
        for screenshot in listing.screenshots {
            // Names end in a byte that no file name holds.
            text += "\n\(screenshot.name)\0\(screenshot.time.milliseconds) \(screenshot.chapter ?? -1) "
            text += "\(screenshot.title ?? "")\0"
            // A chapter that is still to come has no file to tell of.
            guard screenshot.path != nil else { continue }
            guard let status = screenshot.fileStatus, status.isSettled(at: listed) else { return nil }
            text += "\(status.bytes) \(status.modified) \(status.inode) \(status.changed)"
        }
        for file in listing.skipped { text += "\n\(file.name)\0\(file.reason)" }
        return ContentHash(of: Array(text.utf8))
    }

    /// A request without what makes each one another, and what was written down of it: those of a batch ask for the same.
    private static let usual = Mutex<(request: JobRequest, text: String)?>(nil)
    private static let nobody = JobRequest(id: StoryboardID(naming: "-"), source: ScreenshotSource(folder: ""))

    /// Everything that a request asks for.
    private static func fields(of request: JobRequest) throws -> String {
        var rest = request
        (rest.id, rest.title, rest.source) = (nobody.id, nil, nobody.source)
        let text = try usual.withLock { usual in
            if let usual, usual.request == rest { return usual.text }
            let text = try rest.encoded()
            usual = (rest, text)
            return text
        }
        let source = request.source
        let times = "\(source.interval?.milliseconds ?? -1) \(source.start.milliseconds) \(source.list ?? "")"
        return "\(text)\n\(request.id)\0\(request.title ?? "")\0\(source.folder)\0\(times)"
    }
}
