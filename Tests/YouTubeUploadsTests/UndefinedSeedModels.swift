// Types that the models of the specification name and do not define; members as YouTube documents them.

struct PageInfo: Codable {
    let totalResults: Int
    let resultsPerPage: Int
}

struct Thumbnails: Codable {
    let `default`: Thumbnail?
    let medium: Thumbnail?
    let high: Thumbnail?
    let standard: Thumbnail?
    let maxres: Thumbnail?
}

struct Thumbnail: Codable {
    let url: String
    let width: Int?
    let height: Int?
}

struct ResourceId: Codable {
    let kind: String
    let videoId: String
}
