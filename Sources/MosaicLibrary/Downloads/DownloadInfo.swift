import Foundation

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
