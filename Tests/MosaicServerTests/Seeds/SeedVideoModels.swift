// swift-format-ignore-file
import Foundation

struct Video: Codable, Identifiable {
    var id: String { path }
    let filename: String
    let username: String
    let genre: String
    let path: String
    let sizeBytes: Int
    let sizeFormatted: String
    let modifiedAt: Int
    let modifiedFormatted: String
    let `extension`: String
    
    enum CodingKeys: String, CodingKey {
        case filename, username, genre, path
        case sizeBytes = "size_bytes"
        case sizeFormatted = "size_formatted"
        case modifiedAt = "modified_at"
        case modifiedFormatted = "modified_formatted"
        case `extension`
    }
}

struct VideoMetadata: Codable {
    let id: String?
    let title: String?
    let description: String?
    let uploader: String?
    let platform: String?
    let duration: Int?
    let durationFormatted: String?
    let thumbnail: String?
    let webpageUrl: String?
    let viewCount: Int?
    let likeCount: Int?
    let uploadDate: String?
    let uploadDateFormatted: String?
    let downloadedAt: String?
    
    enum CodingKeys: String, CodingKey {
        case id, title, description, uploader, platform, duration, thumbnail
        case durationFormatted = "duration_formatted"
        case webpageUrl = "webpage_url"
        case viewCount = "view_count"
        case likeCount = "like_count"
        case uploadDate = "upload_date"
        case uploadDateFormatted = "upload_date_formatted"
        case downloadedAt = "downloaded_at"
    }
}
