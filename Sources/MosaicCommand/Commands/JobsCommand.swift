import ArgumentParser
import Mosaic
import MosaicConsole

/// `mosaic jobs`: what a library has to do and did.
struct JobsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs",
        abstract: "Lists the jobs of a library, the one submitted last first.",
        discussion: """
            A job is pending until the first screenshot arrives and processing until nothing more is to come; then it \
            is completed, failed or cancelled. ATTEMPTS counts failures in a row that may pass.

            EXAMPLES
              mosaic jobs --data library
              mosaic jobs --data library --state failed
              mosaic jobs --data library --json | jq .counts
            """)

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    @Option(help: "Only jobs in this state: pending, processing, completed, failed or cancelled.")
    var state: JobState?

    @OptionGroup
    var page: PageOptions

    @Flag(help: "Print JSON: {\"jobs\", \"counts\", \"total\", \"has_more\"}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            let catalog = try library.existing(onlyReading: true).catalog
            var query = JobQuery()
            query.state = state
            query.limit = page.limit
            query.offset = page.offset
            var jobs: [JobFacts] = []
            for job in try await catalog.jobs(query) {
                jobs.append(JobFacts(job, try await catalog.entry(of: job.storyboard)?.placeholders))
            }
            let counts = try await catalog.jobCounts()
            let total = JobState.allCases.filter { state == nil || $0 == state }.reduce(0) { $0 + (counts[$1] ?? 0) }
            if json { return try JSONOutput.print(Report(jobs, counts, total: total, offset: page.offset)) }
            JobFacts.table(of: jobs).print()
            print(JobState.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", "))
            if let remark = page.remark(shown: jobs.count, total: total, "jobs") {
                StandardError.print("mosaic: \(remark)")
            }
        }
    }

    private struct Report: Encodable {
        let jobs: [JobFacts]
        let counts: [String: Int]
        let total: Int
        let hasMore: Bool

        init(_ jobs: [JobFacts], _ counts: [JobState: Int], total: Int, offset: Int) {
            self.jobs = jobs
            self.counts = Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
            self.total = total
            hasMore = !jobs.isEmpty && offset + jobs.count < total
        }

        private enum CodingKeys: String, CodingKey {
            case jobs, counts, total
            case hasMore = "has_more"
        }
    }
}
