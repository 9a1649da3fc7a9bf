struct YoutubeContentResource: Codable {
    let kind: String
    let etag: String
    let nextPageToken: String?
    let prevPageToken: String?
    let pageInfo: PageInfo
    let items: [YoutubeItem]
}

struct YoutubeItem: Codable {
    let id: String
    let snippet: Snippet
}

struct Snippet: Codable {
    let publishedAt: String
    let title: String
    let description: String
    let thumbnails: Thumbnails
    let resourceId: ResourceId
}
