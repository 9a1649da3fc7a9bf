/// An answer as the app's other services give it.
struct ServiceResponse<Value: Decodable>: Decodable {
    let success: Bool
    let data: Value?
}

/// `GET /geo/chapters/{id}/thumbnails`.
struct ChapterThumbnailsResponse: Decodable, Hashable, Sendable {
    let youtubeContentId: String
    /// Public URLs of the screenshots that there are, in the order of the chapters.
    let thumbnails: [String]
}

/// `GET /auth/geo/data/screenshot-status/{id}`.
struct ScreenshotStatus: Decodable, Hashable, Sendable {
    enum Word: String, Decodable, Hashable, Sendable {
        case pending = "PENDING"
        case processing = "PROCESSING"
        case completed = "COMPLETED"
        case failed = "FAILED"
    }

    /// A chapter that is expected or shown.
    struct Chapter: Decodable, Hashable, Sendable {
        /// The chapter's number, counted from 1.
        let index: Int
        /// Seconds from the beginning of the film.
        let time: Double?
        let title: String?
        /// Below the URL of all screenshots, such as `WsghFCuoZ6Q/ch1_176s.jpg`; nil while there is none.
        let screenshotUrl: String?
    }

    let status: Word
    /// Only while screenshots arrive.
    var completedChapters: Int?
    /// Only while screenshots arrive.
    var totalChapters: Int?
    /// Only after a failure.
    var errorMessage: String?
    /// Nil where the server knows of no chapters.
    var chapters: [Chapter]?
}
