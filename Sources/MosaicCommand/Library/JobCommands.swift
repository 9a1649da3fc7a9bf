import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic jobs`: lists the jobs of a library.
struct JobsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs",
        abstract: "Lists the jobs of a library, newest first.",
        discussion: """
            A job is pending until the first screenshot arrives and processing until nothing more is to come; then it \
            is completed, failed or cancelled. ATTEMPTS counts failures in a row that may pass.

            EXAMPLES
              mosaic jobs --library library
              mosaic jobs --library library --state failed
              mosaic jobs --library library --json | jq .counts
            """)

    @OptionGroup(title: "Library") var library: LibraryOptions

    @Option(help: "Only jobs in this state: pending, processing, completed, failed or cancelled.")
    var state: JobState?

    @OptionGroup var page: PageOptions

    @Flag(help: "Print JSON: {\"jobs\", \"counts\", \"total\", \"limit\", \"offset\", \"has_more\"}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            let catalog = try library.existing(onlyReading: true).catalog
            var query = JobQuery()
            query.state = state
            query.limit = page.limit
            query.offset = page.offset
            let jobs = try await catalog.jobs(query)
            let counts = try await catalog.jobCounts()
            if json {
                var documents: [JobDocument] = []
                for job in jobs {
                    let entry = try await catalog.entry(of: job.storyboard)
                    documents.append(JobDocument(job, placeholders: entry?.placeholders))
                }
                return try JSONOutput.print(JobPageDocument(documents, counts: counts, of: query))
            }
            JobFacts.table(of: jobs).print()
            print(JobState.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", "))
            if let remark = page.remark(shown: jobs.count, total: query.total(of: counts), "jobs") {
                StandardError.print("mosaic: \(remark)")
            }
        }
    }
}

/// `mosaic cancel`: cancels jobs.
struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancels jobs; published files stay.",
        discussion: """
            A worker that is at it publishes nothing any more. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic cancel film-7 --library library
              mosaic cancel --library library -- -film-8
            """)

    @OptionGroup var storyboards: StoryboardIDs
    @OptionGroup(title: "Library") var library: LibraryOptions

    func validate() throws {
        try storyboards.requireAny(listedBy: "mosaic jobs \(ShellWord.quoted(library.path))")
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            try await StoryboardIDs.each(storyboards.ids(in: library)) { id in
                let job = try await library.job(of: id)
                guard let job = try await library.catalog.update(job.number, { $0.cancel(now: $1) })
                else { return }
                guard job.state == .cancelled else {
                    // As with `retry`, a job that has already ended is not a failure.
                    StandardError.print("mosaic: \(id): The job is \(job.state.rawValue); there is nothing to cancel.")
                    return
                }
                print("\(id): \(JobFacts(job).sentence)")
            }
        }
    }
}

/// `mosaic retry`: restarts jobs.
struct RetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Restarts jobs, in any state.",
        discussion: """
            A worker or server that is at work in the library takes them up; films of mosaic publish wait for mosaic watch \
            or the next mosaic publish. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic retry film-7 --library library
              mosaic retry --failed --library library
              mosaic retry --library library -- -film-8
            """)

    @OptionGroup var storyboards: StoryboardIDs

    @Flag(help: "All jobs that failed.")
    var failed = false

    @OptionGroup(title: "Library") var library: LibraryOptions

    func validate() throws {
        guard storyboards.isEmpty == failed else {
            throw ValidationError(
                failed
                    ? "--failed restarts all jobs that failed; name storyboards, or add --failed, and not both."
                    : "Name the storyboards, which mosaic jobs shows, or add --failed for all jobs that failed.")
        }
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            guard failed else {
                return try await StoryboardIDs.each(storyboards.ids(in: library)) { id in
                    let list = id.rawValue == "all" ? "--failed restarts all jobs that failed." : nil
                    try await retry(library.job(of: id, listedBy: list), in: library.catalog) { _ in true }
                }
            }
            // Lists all jobs before the first one is changed, so that a job that fails again is not listed twice.
            let jobs = try await library.catalog.allJobs(in: .failed)
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
}

extension Catalog {
    /// All jobs that are not completed: only these have storyboards without an entry.
    ///
    /// - Throws: `unavailable`.
    func incompleteJobs() async throws -> [Job] {
        var jobs: [Job] = []
        for state in JobState.allCases where state != .completed { jobs += try await allJobs(in: state) }
        return jobs
    }
}

/// A job as text; ``JobDocument`` is the JSON form.
struct JobFacts {
    private let job: Job

    init(_ job: Job) { self.job = job }

    /// `3/12`, or `3` if the total is unknown.
    var chapters: String {
        job.totalChapters.map { "\(job.completedChapters)/\($0)" } ?? String(job.completedChapters)
    }

    /// One line with the job's number, state, tiles and error, without the storyboard's id.
    var sentence: String {
        let message = job.errorMessage.map { ": \($0)" } ?? ""
        // A job that has not begun has no counts yet.
        let isUncounted = job.completedChapters == 0 && job.totalChapters == nil
        return "job \(job.number), \(job.state.rawValue)\(isUncounted ? "" : ", \(chapters) tiles")\(message)"
    }

    /// A table with one row for each job.
    static func table(of jobs: [Job]) -> TextTable {
        var table = TextTable([
            .init("JOB", isNumber: true), .init("ID"), .init("STATE"), .init("TILES", isNumber: true),
            .init("ATTEMPTS", isNumber: true), .init("UPDATED"), .init("ERROR", isCut: true),
        ])
        for job in jobs {
            table.add([
                job.number.description, job.storyboard.rawValue, job.state.rawValue, JobFacts(job).chapters,
                String(job.failedAttempts), job.updated.ISO8601Format(), job.errorMessage,
            ])
        }
        return table
    }
}
