import Foundation
import Mosaic
import MosaicLibrary

/// The callback for one finished job.
struct CallbackDelivery: Sendable {
    /// Equal for every attempt, and for every server of the library: receivers drop duplicates by it.
    let id: String
    /// The storyboard, for the log.
    let storyboard: StoryboardID
    /// A JSON document.
    let body: [UInt8]
    /// The trace of the request that the job was submitted by; nil where none is known.
    let trace: TraceParent?
    /// How often it has failed.
    var failures = 0

    /// Describes a job, and its storyboard where that is published.
    init(_ job: Job, _ entry: CatalogEntry?, _ urls: URLBuilder, trace: TraceParent?) {
        self.trace = trace
        id = "\(job.number)-\(Int64((job.updated.timeIntervalSince1970 * 1_000).rounded()))"
        storyboard = job.storyboard
        body = JSONBody.bytes(of: VersionedDocument(Document(job, entry, urls)))
    }

    /// The body of a callback.
    private struct Document: Encodable {
        let job: JobDocument
        let storyboard: StoryboardDocument?

        init(_ job: Job, _ entry: CatalogEntry?, _ urls: URLBuilder) {
            self.job = JobDocument(job, urls, placeholders: entry?.placeholders)
            storyboard = entry.map { entry in
                let base = urls.absolute(entry.id) ?? urls.path(of: entry.id)
                return StoryboardDocument(entry, job: job, links: StoryboardDocument.Links(servedBelow: base))
            }
        }
    }
}
