package import Mosaic
import MosaicFiles
import Synchronization
import WebVTT

/// Detects whether a storyboard would change, from the versions of its screenshots and the request, without reading a
/// file.
package enum SourceFingerprint {
    /// The fingerprint of a source that was just listed.
    ///
    /// - Returns: Nil where a file was written so recently that its version is unknown.
    /// - Throws: `unavailable` where the request cannot be encoded.
    package static func of(_ listing: ScreenshotListing, for request: JobRequest) throws -> ContentHash? {
        try of(listing, for: request, listed: FileStatus.now)
    }

    /// - Parameter listed: When listing began, in nanoseconds since 1970.
    static func of(_ listing: ScreenshotListing, for request: JobRequest, listed: Int64) throws -> ContentHash? {
        var text = try fields(of: request)
        for screenshot in listing.screenshots {
            // Names end in a byte that no file name contains.
            text += "\n\(screenshot.name)\0\(screenshot.time.milliseconds) \(screenshot.chapter ?? -1) "
            text += "\(screenshot.title ?? "")\0"
            // A chapter that has not arrived has no file.
            guard screenshot.hasArrived else { continue }
            guard let version = screenshot.status?.version(at: listed) else { return nil }
            text += version.rawValue
        }
        for file in listing.skipped { text += "\n\(file.name)\0\(file.reason)" }
        return ContentHash(of: Array(text.utf8))
    }

    /// The last request without its individual fields, and its encoding: requests of a batch are equal in the rest.
    private static let cached = Mutex<(request: JobRequest, text: String)?>(nil)
    private static let nobody = JobRequest(id: StoryboardID(naming: "-"), source: ScreenshotSource(folder: ""))

    /// The encoded request.
    private static func fields(of request: JobRequest) throws -> String {
        var rest = request
        (rest.id, rest.title, rest.source) = (nobody.id, nil, nobody.source)
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
