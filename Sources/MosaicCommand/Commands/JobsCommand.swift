import ArgumentParser
import CommandSupport
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

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    @Option(help: "Only jobs in this state: pending, processing, completed, failed or cancelled.")
    var state: JobState?

    @OptionGroup
    var page: PageOptions

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
