import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary

extension BatchCommand {
    func preview(
        _ publisher: MediaServerPublisher?, next: @escaping @Sendable () async -> Batch.Entry?
    ) async throws {
        let maps = PathMapCheck(servers.pathMap)
        try await ServerPreview(batch: batch(publisher), json: json || isManifest).print {
            let entry = await next()
            maps.note(entry)
            return entry
        }
        for remark in maps.remarks { StandardError.print("mosaic: \(remark)") }
    }

    /// Prints the folders of storyboards whose films are not composed.
    func tell(passed: [SkippedFile]) {
        guard !quiet else { return }
        for folder in passed.prefix(5) { StandardError.print("mosaic: \(folder.name): \(folder.reason)") }
        let more = passed.count - 5
        guard more > 0 else { return }
        StandardError.print("mosaic: \(more) more folders of storyboards hold films that are passed by.")
    }

    func checkUnpublish() throws {
        guard !isManifest, !prune, !estimate else {
            throw ValidationError("--unpublish goes with a folder of films, and with neither --prune nor --estimate.")
        }
    }

    /// - Parameter missing: Stands in for a library that is not there; nil makes it.
    func library(_ missing: DryRunLibraries? = nil) throws -> StoryboardLibrary? {
        guard let options = libraryOptions else { return nil }
        return try missing?.library(options, reading: s3.buckets) ?? options.opened(reading: s3.buckets)
    }

    var libraryOptions: LibraryOptions? {
        guard let output else { return nil }
        var options = LibraryOptions()
        options.path = output
        options.catalog = catalog
        return options
    }

    /// Removes the files of the films of a walk for the servers of `--unpublish`.
    func unpublish(_ walk: SourceTree.Walk, below root: String?) async throws {
        guard let withdrawer = try servers.withdrawer(), let root else { return }
        try await ServerWithdrawal(publisher: withdrawer, json: json, quiet: quiet).run(walk.films, below: root)
    }

    private func batch(_ publisher: MediaServerPublisher?) -> Batch {
        var batch = Batch()
        batch.servers = publisher
        batch.jobs = running.jobCount
        batch.films = running.threadCount
        batch.resumes = selection.resume || selection.retryPlaceholders
        batch.retriesPlaceholders = selection.retryPlaceholders
        batch.retriesFailed = selection.retryFailed
        batch.adopts = selection.replace
        batch.regrids = regrid
        batch.exports = exports.request
        batch.busyTimeout = .milliseconds((running.wait ?? Self.busyTimeout(isManifest)).milliseconds)
        return batch
    }

    func outlets() throws -> BatchReporter.Outlets {
        var outlets = BatchReporter.Outlets()
        outlets.failsFast = running.failures == .failFast
        if let path = running.report { outlets.lines.append(try LineWriter(appendingTo: path)) }
        outlets.report = running.report
        return outlets
    }

    /// - Parameter guide: Lines on the servers' thumbnails.
    func run(
        _ outlets: BatchReporter.Outlets, _ publisher: MediaServerPublisher?, guide: (ServerSummary) -> [String],
        next: @escaping @Sendable () async -> Batch.Entry?
    ) async throws {
        var batch = batch(publisher)
        batch.opening = { [bar = outlets.bar] in bar.show(film: $0, part: $1) }
        let maps = PathMapCheck(servers.pathMap)
        let end = try await BatchRun(batch: batch, outlets: outlets).run {
            let entry = await next()
            maps.note(entry)
            return entry
        }
        try tell(end, guide: end.table.summary.servers.map(guide) ?? [])
        for remark in maps.remarks { StandardError.print("mosaic: \(remark)") }
        if let failure = end.failure { throw failure }
        if end.isInterrupted { throw ExitStatus.interrupted }
        if end.table.summary.failed > 0 || end.table.summary.servers?.failed ?? 0 > 0 { throw ExitStatus.someFailed }
    }

    private func tell(_ end: BatchRun.End, guide: [String]) throws {
        if end.table.isIncomplete {
            StandardError.print(
                "mosaic: Stopped; the same \(selection.retryFailed ? "again" : "with --resume") does the rest.")
        }
        if let warning = end.table.warning { StandardError.print("mosaic: \(warning)") }
        if quiet {
            for line in end.table.failures { StandardError.print(line) }
        } else if isManifest {
            // Standard output has the results.
            for line in end.table.lines + guide { StandardError.print(line) }
        } else if json {
            try JSONOutput.print(end.table)
        } else {
            for line in end.table.lines + guide { print(line) }
        }
    }

    /// Deletes expired objects of earlier runs; failures are left to the next run.
    func collect(in library: StoryboardLibrary) async {
        do {
            try await RetentionCollector(library: library, keepingOld: keepOld.seconds).collect()
        } catch {
            StandardError.print("mosaic: Could not delete retired files: \(error)")
        }
    }
}
