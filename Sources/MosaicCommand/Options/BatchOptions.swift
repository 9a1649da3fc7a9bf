import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// Options that select the storyboards of a batch.
struct BatchSourceOptions: OptionTable {
    var interval: Timestamp?
    var start: Timestamp?
    var naming: SourceNaming?
    var prefix: String?
    var shard: Shard?
    var screenshots: String?
    var resume = false
    var retryFailed = false
    var retryPlaceholders = false
    var replace = false

    static let options: [DeclaredOption<BatchSourceOptions>] = [
        .option(
            \.interval, "interval",
            """
            Take numbered files of each folder in natural order, and frames of each film, this far apart: seconds (0.5) \
            or hh:mm:ss.mmm.
            """),
        .option(\.start, "start", "Time of the first file with --interval: seconds (83.5) or hh:mm:ss.mmm."),
        .option(
            \.naming, "id",
            """
            What ids are made of, also those of sources that have one: path (below ROOT), slug (the folder's own name) or \
            hash (of the path). By default the path of a folder, and title and source of a film.
            """),
        .option(
            \.prefix, "prefix", value: "name",
            """
            Begin ids and titles with NAME/, as if ROOT were a folder NAME in a larger tree: for a second root whose \
            folders are called like those of the first.
            """),
        .option(
            \.shard, "shard",
            "Compose only part I of N, chosen by a hash of the id: for several machines, or a Slurm array."),
        .option(
            \.screenshots, "screenshots", value: "root",
            """
            Where lines of a manifest without a source have their screenshots: a folder, or s3://bucket/prefix/, in which \
            each id has a folder of its name.
            """),
        .flag(\.resume, "resume", "Skip storyboards that are up to date, without reading a picture or opening a film."),
        .flag(\.retryFailed, "retry-failed", "Make only storyboards whose job failed."),
        .flag(
            \.retryPlaceholders, "retry-placeholders",
            """
            Like --resume, but compose storyboards with placeholders again: gray tiles of screenshots that could not be decoded.
            """),
        .flag(
            \.replace, "replace",
            """
            Replace storyboards that are made of another folder of screenshots, which are refused otherwise. The same \
            screenshots at another path are no other.
            """),
    ]

    /// Whether storyboards are selected by their last result.
    var composesSome: Bool { resume || retryFailed || retryPlaceholders }

    func validate() throws {
        if let screenshots {
            guard !screenshots.isEmpty else { throw ValidationError("--screenshots takes a folder or a bucket.") }
            try SourceOptions.checkAddress(screenshots)
        }
        if start != nil, interval == nil {
            throw ValidationError("--start is the first time of --interval: add --interval, such as --interval 10.")
        }
        if let prefix, ObjectKey(rawValue: prefix) == nil {
            throw ValidationError("--prefix takes a name like disk2, or several joined by slashes.")
        }
    }
}

/// Options for running a batch.
struct BatchRunOptions: OptionTable {
    /// Whether a failure ends the batch.
    enum Failures: EnumerableFlag {
        case keepGoing, failFast

        static func help(for value: Failures) -> ArgumentHelp? {
            switch value {
            case .keepGoing: "Go on with the next storyboard where one fails."
            case .failFast: "Stop at the first storyboard that fails."
            }
        }
    }

    var jobs: Int?
    var failures = Failures.keepGoing
    var nice = true
    var wait: RetentionArgument?
    var report: String?

    static let options: [DeclaredOption<BatchRunOptions>] = [
        .option(
            \.jobs, "jobs", short: "j",
            "Storyboards composed at a time; by default two for each core, at most eight more than cores."),
        .flags(\.failures, ["keep-going", "fail-fast"]),
        .toggle(\.nice, "nice", "Leave the processors to other programs that want them."),
        .option(
            \.wait, "wait", value: "time",
            """
            Maximum wait while another mosaic writes into the storyboard's folder: \(RetentionArgument.form). \
            (default: 10m with - for ROOT, else 0)
            """),
        .option(\.report, "report", value: "file.jsonl", "Append each result to a file, as a line of JSON."),
    ]

    func validate() throws {
        if let jobs, !(1...Batch.mostJobs).contains(jobs) {
            throw ValidationError("--jobs takes 1 to \(Batch.mostJobs).")
        }
    }

    /// Number of storyboards composed in parallel: more than cores, so that a core has work while a storyboard is
    /// published.
    var jobCount: Int { jobs ?? min(2 * coreCount, coreCount + 8) }

    /// Number of threads for a storyboard that is composed alone.
    var threadCount: Int { jobs ?? coreCount }

    /// Read on demand, because the system call is slow.
    private var coreCount: Int { ProcessInfo.processInfo.activeProcessorCount }
}
