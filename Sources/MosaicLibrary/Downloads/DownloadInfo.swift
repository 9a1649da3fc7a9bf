import Foundation
import Mosaic

/// The facts in a downloader's info JSON; a member of an unexpected type counts as absent.
package struct DownloadInfo: Hashable, Sendable, Decodable {
    /// The longest info JSON that is read, in bytes: some hold all comments.
    static let limit = 32 << 20
    /// Characters of a description that are kept.
    private static let longestText = 100_000

    var id: String?
    var title: String?
    var description: String?
    var uploader: String?
    /// The site, as the downloader calls it.
    var extractor: String?
    /// Seconds.
    var duration: Int?
    var thumbnail: String?
    var webpageURL: String?
    var views: Int?
    var likes: Int?
    /// Eight digits: year, month and day.
    var uploadDate: String?

    private enum CodingKeys: String, CodingKey {
        case id, title, fulltitle, description, uploader, extractor, duration, thumbnail
        case extractorKey = "extractor_key"
        case webpageURL = "webpage_url"
        case views = "view_count"
        case likes = "like_count"
        case uploadDate = "upload_date"
    }

    /// Creates an empty value.
    init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? {
            guard let text = try? container.decode(String.self, forKey: key), !text.isEmpty else { return nil }
            return String(text.prefix(Self.longestText))
        }
        func count(_ key: CodingKeys) -> Int? {
            if let count = try? container.decode(Int.self, forKey: key) { return count }
            return (try? container.decode(Double.self, forKey: key)).flatMap { Int(exactly: $0.rounded()) }
        }
        // Sites without texts for ids have numbers.
        id = text(.id) ?? count(.id).map(String.init)
        title = text(.title) ?? text(.fulltitle)
        description = text(.description)
        uploader = text(.uploader)
        extractor = text(.extractor) ?? text(.extractorKey)
        duration = count(.duration).flatMap { $0 < 0 ? nil : $0 }
        thumbnail = text(.thumbnail).flatMap { DownloadURL($0) }?.text
        webpageURL = text(.webpageURL).flatMap { DownloadURL($0) }?.text
        views = count(.views)
        likes = count(.likes)
        uploadDate = text(.uploadDate).flatMap { Self.isDate($0) ? $0 : nil }
    }

    /// Reads an info JSON; nil for other content.
    init?(parsing bytes: [UInt8]) {
        guard let info = try? JSONDecoder().decode(DownloadInfo.self, from: Data(bytes)) else { return nil }
        self = info
    }

    /// The site as one part of a path: the extractor, such as `youtube` for `youtube:tab`, or else the URL's host.
    func genre(of url: DownloadURL) -> String {
        let site = extractor.map { $0.lowercased().prefix { $0 != ":" } } ?? ""
        guard site.isEmpty else { return PathPart.naming(String(site), or: "other") }
        let host = url.host.hasPrefix("www.") ? String(url.host.dropFirst(4)) : url.host
        return PathPart.naming(host, or: "other")
    }

    private static func isDate(_ text: String) -> Bool {
        guard text.utf8.count == 8, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let month = Int(text.dropFirst(4).prefix(2)), let day = Int(text.suffix(2))
        else { return false }
        return (1...12).contains(month) && (1...31).contains(day)
    }
}

/// The JSON beside a video, `{file}.json`: what apps show of it.
package struct VideoCompanion: Hashable, Sendable, Encodable {
    let id: String?
    let title: String?
    let description: String?
    let uploader: String?
    let platform: String
    /// Seconds.
    let duration: Int?
    let durationFormatted: String?
    let thumbnail: String?
    let webpageURL: String
    let views: Int?
    let likes: Int?
    let uploadDate: String?
    let uploadDateFormatted: String?
    let downloadedAt: String

    private enum CodingKeys: String, CodingKey {
        case id, title, description, uploader, platform, duration, thumbnail
        case durationFormatted = "duration_formatted"
        case webpageURL = "webpage_url"
        case views = "view_count"
        case likes = "like_count"
        case uploadDate = "upload_date"
        case uploadDateFormatted = "upload_date_formatted"
        case downloadedAt = "downloaded_at"
    }

    /// Joins the downloader's metadata and the request's.
    ///
    /// - Parameters:
    ///   - title: The title if the downloader reported none.
    ///   - genre: The folder of the video.
    ///   - poster: The picture if the downloader reported none.
    init(
        _ info: DownloadInfo, of url: DownloadURL, title: String, genre: String, poster: String?, now: Date
    ) {
        id = info.id
        self.title = info.title ?? title
        description = info.description
        uploader = info.uploader
        platform = genre
        duration = info.duration
        durationFormatted = info.duration.map(Self.clock)
        thumbnail = info.thumbnail ?? poster
        webpageURL = info.webpageURL ?? url.text
        views = info.views
        likes = info.likes
        uploadDate = info.uploadDate
        uploadDateFormatted = info.uploadDate.map { date in
            "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))"
        }
        // As in the files of older clients: UTC, without saying so.
        downloadedAt = String(now.formatted(Date.ISO8601FormatStyle(timeZone: .gmt)).prefix(19))
    }

    /// The file's bytes.
    ///
    /// - Throws: What encoding throws.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array(try encoder.encode(self))
    }

    /// `0:30`, `1:02:03`.
    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        return minutes < 60
            ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    }
}

/// One part of a path below a video root, made of any text.
package enum PathPart {
    /// The most bytes of a part.
    private static let longest = 100

    /// The text itself if it can be a folder's name; else its allowed characters and a hash of the whole, so that two
    /// texts do not share a folder by accident.
    package static func naming(_ text: String, or substitute: String) -> String {
        guard !text.isEmpty else { return substitute }
        if text.utf8.count <= longest, text.utf8.allSatisfy(isAllowed), text.utf8.first != UInt8(ascii: "."),
            text.utf8.first != UInt8(ascii: "-")
        {
            return text
        }
        var kept = ""
        for byte in text.utf8.prefix(longest) {
            kept.unicodeScalars.append(isAllowed(byte) ? Unicode.Scalar(byte) : "_")
        }
        let name = kept.drop { $0 == "." || $0 == "-" || $0 == "_" }
        let hash = ContentHash(of: Array(text.utf8)).hexadecimal(bytes: 4)
        return name.isEmpty ? "\(substitute)-\(hash)" : "\(name.prefix(longest - 9))-\(hash)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "@"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
