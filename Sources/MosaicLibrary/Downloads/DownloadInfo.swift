import Foundation
import Mosaic

/// Metadata from a downloader's info JSON. A member of an unexpected type counts as missing.
package struct DownloadInfo: Hashable, Sendable, Decodable {
    /// Maximum size of an info JSON in bytes; some contain all comments.
    static let limit = 32 << 20
    /// Maximum number of characters that are kept of a text.
    private static let longestText = 100_000

    var id: String?
    var title: String?
    var description: String?
    var uploader: String?
    /// The site, as named by the downloader.
    var extractor: String?
    /// Duration in seconds.
    var duration: Int?
    var thumbnail: String?
    var webpageURL: String?
    var views: Int?
    var likes: Int?
    /// Date of the upload, `YYYYMMDD`.
    var uploadDate: String?

    private enum CodingKeys: String, CodingKey {
        case id, title, fulltitle, description, uploader, extractor, duration, thumbnail
        case extractorKey = "extractor_key"
        case webpageURL = "webpage_url"
        case views = "view_count"
        case likes = "like_count"
        case uploadDate = "upload_date"
    }

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
        // Some sites have numbers as ids.
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

    /// Parses an info JSON; nil if it is malformed.
    init?(parsing bytes: [UInt8]) {
        guard let info = try? JSONDecoder().decode(DownloadInfo.self, from: Data(bytes)) else { return nil }
        self = info
    }

    /// The site as one part of a path: the extractor, such as `youtube` of `youtube:tab`, otherwise the URL's host.
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

/// The JSON file next to a video, with the metadata that apps show. Its name is the video's name with the extension
/// `.json`.
package struct VideoCompanion: Hashable, Sendable, Encodable {
    let id: String?
    let title: String?
    let description: String?
    let uploader: String?
    let platform: String
    /// Duration in seconds.
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

    /// Combines the downloader's metadata with values of the request.
    ///
    /// - Parameters:
    ///   - title: The title if the downloader reported none.
    ///   - genre: The folder of the video.
    ///   - poster: URL of the picture if the downloader reported none.
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
        // UTC without a time zone, as in the files of older clients.
        downloadedAt = String(now.formatted(Date.ISO8601FormatStyle(timeZone: .gmt)).prefix(19))
    }

    /// The companion as JSON.
    ///
    /// - Throws: Errors of the encoder.
    func encoded() throws -> [UInt8] { Array(try JSONEncoder.sorted(.prettyPrinted).encode(self)) }

    /// A duration, such as `0:30` or `1:02:03`.
    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        return minutes < 60
            ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    }
}

/// Makes one part of a path below a video root from any text.
package enum PathPart {
    /// Maximum length of a part in bytes.
    private static let longest = 100

    /// The text itself if it is a valid folder name. Otherwise its beginning, with `_` for each byte that is not
    /// allowed, and a hash of the whole text, so that two texts do not share a folder by accident. `substitute` if the
    /// text is empty.
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
        PercentEncoding.isUnreserved(byte) ? byte != UInt8(ascii: "~") : "@+".utf8.contains(byte)
    }
}
