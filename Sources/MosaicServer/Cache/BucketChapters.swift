import Foundation
import Mosaic
import WebOrigins

/// The screenshots of chapters in a bucket's folder, with the names under which apps find them.
struct BucketChapters: Hashable, Sendable {
    /// Maximum number of keys and folders that are listed.
    static let mostKeys = 100_000
    /// Maximum number of names in ``skipped``.
    private static let mostSkipped = 100

    /// File names in the order of chapters, one for each chapter. Of several files of a chapter, the one written last
    /// is listed, as in a storyboard.
    let names: [String]
    /// File names of screenshots that ``names`` lacks because apps cannot find their chapter; sorted, at most 100.
    let skipped: [String]

    /// A folder without screenshots.
    static let empty = BucketChapters([])

    /// Lists the objects directly below an address.
    ///
    /// - Parameter limit: Maximum number of keys and folders.
    /// - Throws: Errors of the client; `limitExceeded`.
    init(at address: BucketAddress, by client: any BucketClient, limit: Int = mostKeys) async throws {
        var chapters = Chapters()
        var query = BucketQuery(address, byFolder: true)
        var keys = 0
        while true {
            let page = try await client.list(query)
            keys += page.objects.count + page.folders.count
            guard keys <= limit else {
                throw MosaicError(.limitExceeded, address.name, "It has more than \(limit) keys.")
            }
            for object in page.objects {
                chapters.add(
                    String(decoding: object.key.utf8.dropFirst(address.prefix.utf8.count), as: UTF8.self),
                    modified: object.modified)
            }
            guard let next = page.next else { break }
            query.token = next
        }
        self.init(chapters)
    }

    /// Creates a list from file names. If a chapter has several names, the last one in string order is used.
    init(_ names: [String]) {
        var chapters = Chapters()
        for name in names { chapters.add(name, modified: .distantPast) }
        self.init(chapters)
    }

    private init(_ chapters: Chapters) {
        names = chapters.latest.sorted { $0.key < $1.key }.map(\.value.name)
        skipped = Array(chapters.skipped.sorted().prefix(Self.mostSkipped))
    }

    /// The file of a screenshot; `nil` if no file has its index and time.
    func file(of screenshot: ScreenshotName) -> String? { names.first { ScreenshotName($0) == screenshot } }

    /// The approximate memory of the list in bytes.
    var bytes: Int { (names + skipped).reduce(256) { $0 + $1.utf8.count + 48 } }

    /// The screenshots found so far, by chapter.
    private struct Chapters {
        var latest: [Int: (name: String, modified: Date)] = [:]
        var skipped: [String] = []

        mutating func add(_ file: String, modified: Date) {
            guard let name = ScreenshotName(file) else { return }
            guard ScreenshotName.exclusionFromLists(of: file) == nil else {
                skipped.append(file)
                return
            }
            if let other = latest[name.index], (other.modified, other.name) > (modified, file) { return }
            latest[name.index] = (file, modified)
        }
    }
}

/// Builds the public URLs of the screenshots in a bucket.
struct ScreenshotURLs: Hashable, Sendable {
    /// The base URL, with a slash at the end.
    private let base: String

    /// Parses the settings; `nil` if the screenshots have no URL.
    ///
    /// - Throws: `invalidSettings`.
    init?(_ settings: ServerSettings) throws(MosaicError) {
        guard let url = settings.screenshotsURL else { return nil }
        guard settings.work.screenshots != nil else {
            throw Self.invalid("It goes with the part of a bucket that has the screenshots.")
        }
        let scheme = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let path = url[scheme...].firstIndex(of: "/") ?? url.endIndex
        guard let origin = Origin(String(url[..<path])), ["http", "https"].contains(origin.scheme) else {
            throw Self.invalid("It has to be http:// or https://, a host and a path.")
        }
        guard url[path...].utf8.allSatisfy(Self.isOfPath) else {
            throw Self.invalid("Its path has a character that URLs escape, or a query.")
        }
        base = url.hasSuffix("/") ? url : url + "/"
    }

    /// The URL of a screenshot. Ids and listed names need no percent-encoding.
    func url(of file: String, _ id: StoryboardID) -> String { "\(base)\(id)/\(file)" }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "/!$&'()*+,;=:@%".utf8.contains(byte)
    }

    private static func invalid(_ reason: String) -> MosaicError {
        MosaicError(.invalidSettings, "screenshots-url", reason)
    }
}
