import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import Synchronization

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

    /// - Parameter missing: Provides an empty library in place of a missing one; nil creates the missing library.
    func library(_ missing: DryRunLibraries? = nil) throws -> StoryboardLibrary? {
        guard let options = libraryOptions else { return nil }
        return try missing?.library(options, reading: s3.buckets) ?? options.opened(reading: s3.buckets)
    }

    var libraryOptions: LibraryOptions? { output.map { LibraryOptions(path: $0, catalog: catalog) } }

    /// Removes the files that were written for the films of a walk, for those that are missing from it, and for the
    /// servers of `--unpublish`.
    func unpublish(_ walk: SourceTree.Walk, below root: String?) async throws {
        guard let withdrawer = try servers.withdrawer(), let root else { return }
        let present = Set(walk.films.map(\.path))
        let missing = (output.map(PublishedFilms.all) ?? []).flatMap { list in
            var list = list
            return list.takeMissing(below: root, present: present)
        }
        try await ServerWithdrawal(publisher: withdrawer, json: json, quiet: quiet)
            .run(walk.films, below: root, missing: missing)
    }

    func batch(_ publisher: MediaServerPublisher?) -> Batch {
        var batch = Batch()
        batch.servers = publisher
        batch.jobs = running.jobCount
        batch.films = running.threadCount
        batch.resumes = selection.resume || selection.retryPlaceholders
        batch.retriesPlaceholders = selection.retryPlaceholders
        batch.retriesFailed = selection.retryFailed
        batch.adopts = selection.replace
        batch.regrids = regrid
        batch.exports = exports?.request
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

    /// - Parameters:
    ///   - current: Storyboards that are up to date.
    ///   - guide: Lines on the servers' thumbnails.
    func run(
        _ outlets: BatchReporter.Outlets, _ publisher: MediaServerPublisher?,
        current: [StoryboardID: CatalogEntry] = [:], guide: (ServerSummary) -> [String],
        next: @escaping @Sendable () async -> Batch.Entry?
    ) async throws {
        var batch = batch(publisher)
        batch.current = current
        batch.opening = { [bar = outlets.bar] in bar.show(film: $0, part: $1) }
        let maps = PathMapCheck(servers.pathMap)
        let end = try await BatchRun(batch: batch, outlets: outlets).run {
            let entry = await next()
            maps.note(entry)
            return entry
        }
        // The table of a watched folder would only repeat its lines.
        if outlets.log?.isWatching != true {
            try tell(end, guide: end.table.summary.servers.map(guide) ?? [], listsFailures: outlets.log == nil)
        }
        for remark in maps.remarks { StandardError.print("mosaic: \(remark)") }
        if let failure = end.failure { throw failure }
        if end.isInterrupted { throw ExitStatus.interrupted }
        if end.table.summary.failed > 0 || end.table.summary.servers?.failed ?? 0 > 0 { throw ExitStatus.someFailed }
    }

    private func tell(_ end: BatchRun.End, guide: [String], listsFailures: Bool) throws {
        if end.table.isIncomplete {
            StandardError.print(
                "mosaic: Stopped; the same \(selection.retryFailed ? "again" : "with --resume") does the rest.")
        }
        if let warning = end.table.warning { StandardError.print("mosaic: \(warning)") }
        if quiet {
            for line in end.table.failures where listsFailures { StandardError.print(line) }
        } else if isManifest {
            // Standard output has the results.
            for line in end.table.lines() + guide { StandardError.print(line) }
        } else if json {
            try JSONOutput.print(end.table)
        } else {
            for line in end.table.lines(listingFailures: listsFailures) + guide { print(line) }
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

/// The libraries of a dry run: existing ones, and empty ones in a temporary folder in place of missing ones.
final class DryRunLibraries: Sendable {
    private let folder = FileManager.default.temporaryDirectory.path + "/mosaic-dry-run-" + UUID().uuidString
    private let count = Mutex(0)

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens the library that options name. A library without a catalog gets a temporary catalog, and a missing folder
    /// is replaced by a temporary one.
    ///
    /// - Parameter buckets: Reads screenshots in buckets; nil if there is no client.
    /// - Throws: Errors of ``LibraryOptions/opened(reading:)`` and of creating a folder.
    func library(_ options: LibraryOptions, reading buckets: (any BucketClient)?) throws -> StoryboardLibrary {
        var options = options
        if !options.hasCatalog {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let place = "\(folder)/\(number)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            options.catalog = place + "/catalog.sqlite"
            if !options.isFolder { options.path = place }
        }
        return try options.opened(reading: buckets)
    }
}

/// Notes which path maps match films of a batch: a map that matches none is a mistake.
final class PathMapCheck: Sendable {
    private let unmatched: Mutex<[PathMap]>

    init(_ maps: [PathMap]) { unmatched = Mutex(maps) }

    func note(_ entry: Batch.Entry?) {
        guard case .item(let item) = entry, let film = item.request.source.filmPath else { return }
        unmatched.withLock { maps in
            guard !maps.isEmpty else { return }
            let path = URL(fileURLWithPath: film).standardizedFileURL.path
            maps.removeAll { $0.matches(path) }
        }
    }

    /// One sentence for each map that matched no film.
    var remarks: [String] {
        unmatched.withLock { maps in maps.map { "--path-map \($0) matches no film of this batch." } }
    }
}

/// The CPU priority of this process.
enum ProcessPriority {
    /// Lowers the priority, as `nice` does.
    static func lower() {
        #if os(Linux)
            let kind = __priority_which_t(PRIO_PROCESS.rawValue)
            let niceness = lowered(kind)
            ChildNiceness.choose(niceness)
            // On Linux each thread has a separate priority, which threads that it starts inherit. A thread that is not
            // lowered yet may start another one after the listing, so the threads are listed again.
            var lowered: Set<id_t> = []
            while case let others = threads().subtracting(lowered), !others.isEmpty {
                for thread in others { setpriority(kind, thread, niceness) }
                lowered.formUnion(others)
            }
        #else
            setpriority(PRIO_PROCESS, 0, lowered(PRIO_PROCESS))
        #endif
    }

    /// The niceness of the main thread, which no other code changes, plus 10; at most 19.
    private static func lowered(_ kind: Int32) -> Int32 { min(getpriority(kind, id_t(getpid())) + 10, 19) }

    #if os(Linux)
        private static func threads() -> Set<id_t> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return Set(names.compactMap { id_t($0) })
        }
    #endif
}
