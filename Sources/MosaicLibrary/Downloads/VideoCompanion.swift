import Foundation

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
