import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import Synchronization

/// `mosaic worker`: runs the jobs of a library.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Works on the jobs of a library until it is stopped.",
        discussion: """
            Any number of workers and servers share a library. Ctrl-C or SIGTERM finishes the storyboards that are being \
            published and releases all other jobs; the exit status is 0 then, or 130 with --once, because jobs are left. \
            A second Ctrl-C stops at once. Another worker takes over the jobs of a killed one.

            The worker also deletes replaced sheets and removed storyboards after --keep-old.

            A library that does not exist is made, so that jobs can be submitted; with --once it is an error.

            With --once the exit status is 2 if a job failed, so submit and worker --once wait for a result.

            EXAMPLES
              mosaic worker --library library
              mosaic worker --library library --once --jobs 4
            """)

    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Buckets") var s3: S3Options

    @Flag(help: "End when every job is completed, failed or cancelled, and wait for files that are still to arrive.")
    var once = false

    @Option(name: [.customShort("j"), .customLong("jobs")], help: "Jobs done at a time; by default one for each core.")
    var jobs: Int?

    @OptionGroup var retention: RetentionOptions
    @OptionGroup var metrics: MetricsOptions

    @Flag(name: .shortAndLong, help: "Log failures only.")
    var quiet = false

    func validate() throws {
        guard let jobs, !(1...256).contains(jobs) else { return }
        throw ValidationError("--jobs takes 1 to 256, not '\(jobs)'.")
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try opened()
            try await Interruption.cancelling {
                do {
                    try await metrics.telling(isQuiet: quiet) { try await work(in: library, measuring: $0) }
                } catch is CancellationError where Task.isCancelled {
                    // A signal stopped the worker. With `--once`, jobs may be left.
                    if once { throw ExitStatus.interrupted }
                }
            }
        }
    }

    private func opened() throws -> StoryboardLibrary {
        if once { return try library.existing(reading: s3.buckets) }
        let isNew = !library.hasCatalog
        let opened = try library.opened(reading: s3.buckets)
        // Reported because a mistyped name would otherwise look like a library without jobs.
        if isNew, !quiet { StandardError.print("mosaic: Made a new library in \(library.name).") }
        return opened
    }

    private func work(
        in library: StoryboardLibrary, measuring note: @escaping @Sendable (JobReport) -> Void
    ) async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let count = jobs ?? cores
        var settings = JobWorker.Settings()
        // If jobs leave cores idle, several screenshots of one job are decoded in parallel.
        settings.workers = max(1, cores / count)
        settings.sheetURLSecret = try TrackOptions.secret()
        let log = JobLog(isQuiet: quiet)
        // Returns jobs of killed workers now, because their leases expire only after a while.
        try await library.catalog.giveBackOrphans()
        PixelExecutor.shared.raiseLimit(to: count * settings.workers)
        let collector = RetentionCollector(library: library, keepingOld: retention.keepOld.seconds)
        let collection = Task {
            await collector.run { result in
                if case .failure(let error) = result {
                    StandardError.print("mosaic: Could not delete retired files: \(error)")
                }
            }
        }
        defer { collection.cancel() }
        let counts = JobCounts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                let worker = JobWorker(library: library, name: WorkerName.unique().rawValue, settings: settings)
                group.addTask { [once] in
                    try await worker.run(until: once ? .idle : .cancelled) { report in
                        note(report)
                        log.note(report)
                        counts.note(report)
                    }
                }
            }
            try await group.waitForAll()
        }
        guard once else { return }
        if counts.failed.load(ordering: .relaxed) > 0 { throw ExitStatus.someFailed }
        // Otherwise a mistyped library would look like a library whose jobs have all ended.
        if counts.begun.load(ordering: .relaxed) == 0, !quiet {
            StandardError.print("mosaic: \(self.library.name): This worker found no job to do.")
        }
    }
}

/// Counts the jobs of one run of all workers.
private final class JobCounts: Sendable {
    let begun = Atomic(0)
    let failed = Atomic(0)

    func note(_ report: JobReport) {
        switch report {
        case .began: begun.add(1, ordering: .relaxed)
        case .ended(_, .fail): failed.add(1, ordering: .relaxed)
        default: break
        }
    }
}

/// Prints the events of a worker to standard error, one line each.
struct JobLog: Sendable {
    let isQuiet: Bool

    /// Prints a line for a report that has one; in quiet mode, only for failures.
    func note(_ report: JobReport) {
        guard let (line, isFailure) = Self.line(of: report), isFailure || !isQuiet else { return }
        StandardError.print("\(Date().ISO8601Format()) \(line)")
    }

    /// The line for a report, and whether it is a failure; nil for reports without a line.
    static func line(of report: JobReport) -> (String, isFailure: Bool)? {
        switch report {
        case .began, .composing, .ended(_, .wait): nil
        case .published(let job, let composition):
            ("\(job.storyboard): published \(CompositionReport.counts(of: composition))", false)
        // If a submission or a screenshot arrived during the attempt, another attempt follows.
        case .ended(let job, .complete) where job.state != .completed: nil
        case .ended(let job, .complete): ("\(job.storyboard): completed, \(JobFacts(job).chapters) tiles", false)
        case .ended(let job, .postpone(let reason, let date)):
            ("\(job.storyboard): \(reason) It is looked at again at \(date.ISO8601Format()).", false)
        case .ended(let job, .retry(let reason, let date)):
            ("\(job.storyboard): \(reason) It is tried again at \(date.ISO8601Format()).", true)
        case .ended(let job, .fail(let reason)): ("\(job.storyboard): failed: \(reason)", true)
        case .lost(let job):
            ("\(job.storyboard): it is not this worker's any more, and no more of it is published here", false)
        case .stuck(let reason): ("\(reason)", true)
        }
    }
}
