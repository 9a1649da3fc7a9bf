import Foundation
import Mosaic
import MosaicLibrary

/// A job or a download in the terms of clients with a queue of downloads: a job that is `processing` is `downloading`
/// there.
struct DownloadItem: Encodable {
    let id: String
    let status: String
    /// The chapters that a job has and expects.
    private var chapters: (completed: Int, total: Int?)?
    private var error: String?
    private var download: Download?

    init(_ job: Job) {
        id = job.storyboard.rawValue
        status = job.state == .processing ? "downloading" : job.state.rawValue
        chapters = (job.completedChapters, job.totalChapters)
        error = job.errorMessage
    }

    init(_ download: Download) {
        id = download.id.rawValue
        status = download.state.rawValue
        error = download.error
        self.download = download
    }

    private enum CodingKeys: String, CodingKey {
        case id, status, error, url, username, title, path, storyboard, progress, failures
        case completed = "completed_chapters"
        case total = "total_chapters"
        case created = "created_at"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(error, forKey: .error)
        try container.encodeIfPresent(chapters?.completed, forKey: .completed)
        try container.encodeIfPresent(chapters?.total, forKey: .total)
        guard let download else { return }
        try container.encode(download.url.text, forKey: .url)
        try container.encode(download.username, forKey: .username)
        try container.encodeIfPresent(download.title, forKey: .title)
        try container.encodeIfPresent(download.path, forKey: .path)
        try container.encodeIfPresent(download.storyboard, forKey: .storyboard)
        try container.encodeIfPresent(download.progress, forKey: .progress)
        try container.encode(download.failures, forKey: .failures)
        try container.encode(Int(download.created.timeIntervalSince1970), forKey: .created)
    }
}
