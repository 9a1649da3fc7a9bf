import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic retry`: jobs begin anew.
struct RetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Restarts jobs, in any state.",
        discussion: """
            A worker or server that is at work in the library takes them up. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic retry film-7 --library library
              mosaic retry --failed --library library
              mosaic retry --library library -- -film-8
            """)

    @OptionGroup
    var storyboards: StoryboardIDs

    @Flag(help: "All jobs that failed.")
    var failed = false

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    func validate() throws {
        guard storyboards.isEmpty == failed else {
            throw ValidationError(
                failed
                    ? "--failed restarts all jobs that failed; name storyboards, or add --failed, and not both."
                    : "Name the storyboards, or add --failed for all jobs that failed.")
        }
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            guard failed else {
                return try await StoryboardIDs.each(storyboards.ids(in: library.catalog)) { id in
                    try await retry(library.job(of: id), in: library.catalog) { _ in true }
                }
            }
            let jobs = try await Self.failedJobs(in: library.catalog)
            if jobs.isEmpty { StandardError.print("mosaic: No job has failed.") }
            for job in jobs { try await retry(job, in: library.catalog) { $0.state == .failed } }
        }
    }

    private func retry(
        _ job: Job, in catalog: any Catalog, where isWanted: @escaping @Sendable (Job) -> Bool
    ) async throws {
        let job = try await catalog.update(job.number) { job, now in
            if isWanted(job) { job.retry(now: now) }
        }
        if let job { print("\(job.storyboard): \(JobFacts(job).sentence)") }
    }

    /// All of them before the first is changed, so that a job that fails again meanwhile is not listed twice.
    private static func failedJobs(in catalog: any Catalog) async throws -> [Job] {
        var jobs: [Job] = []
        var query = JobQuery()
        query.state = .failed
        query.limit = CatalogQuery.maximumLimit
        while true {
            let page = try await catalog.jobs(query)
            jobs += page
            query.offset += page.count
            guard page.count == query.limit else { return jobs }
        }
    }
}
