import Mosaic
import MosaicLibrary

extension JobDocument {
    /// A job with its URLs on this server.
    init(_ job: Job, _ urls: URLBuilder, placeholders: Placeholders? = nil) {
        self.init(
            job, placeholders: placeholders,
            links: Links(job: urls.path(of: job.number), storyboard: urls.path(of: job.storyboard)))
    }
}

extension URLBuilder {
    /// The path of a job.
    func path(of job: JobNumber) -> String { "\(prefix)/jobs/\(job)" }
}
