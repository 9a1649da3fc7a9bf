import Mosaic
import MosaicLibrary

extension JobDocument {
    /// A job with its URLs on this server.
    init(_ job: Job, _ addresses: Addresses, placeholders: Placeholders? = nil) {
        self.init(
            job, placeholders: placeholders,
            links: Links(job: addresses.path(of: job.number), storyboard: addresses.path(of: job.storyboard)))
    }
}

extension Addresses {
    /// The path of a job.
    func path(of job: JobNumber) -> String { "\(prefix)/jobs/\(job)" }
}
