import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import Synchronization
import WebVTT

extension BatchCommand {
    /// Number of films that are composed without an estimate.
    private static let fewFilms = 5

    /// Brings the thumbnails of the films below the root up to date: one run of `mosaic publish`.
    ///
    /// - Parameters:
    ///   - submitsJobs: Whether films that are due become jobs. Otherwise films of cancelled jobs are left out.
    ///   - isReady: Whether a film can be read; other films are left to a later run.
    /// - Throws: ``ExitStatus/someFailed`` after a failure; the other films get their thumbnails nevertheless.
    func publish(
        _ log: PublishLog, submitsJobs: Bool = true, isReady: @Sendable (SourceTree.Film) -> Bool
    ) async throws {
        let configuration = try servers.jellyfinConfiguration()
        let publisher = try servers.publisher(for: configuration)
        let tree = try SourceRoot(root, by: nil)
        guard let output, let all = try await films(of: tree, log), let library = try library() else { return }
        await collect(in: library)
        let jobs = WaitingFilms(in: library)
        let restarted = try await jobs.waiting(below: [PublishOrder.path(of: root)])
        var published = publishedFilms(of: output, configuration)
        var (present, unchanged): ([StoryboardID: String], [BatchResult]) = ([:], [])
        let targets = (servers.publish?.targets ?? []).map(\.server)
        let walk = all.films { film in
            guard isReady(film) else { return false }
            guard let id = published.storyboard(of: film), restarted[id] == nil else { return true }
            present[id] = film.path
            unchanged.append(.upToDate(BatchResult.Label(id: id, source: film.name), on: targets))
            return false
        }
        let known = try await KnownSources(
            of: walk, interval: nil, start: .zero, besides: Set(present.keys), findsRenamed: true, in: library)
        let plan = BatchPlan(walk, naming: nil, known: known)
        for source in plan.sources where source.conflict == nil { present[source.id] = source.place.path }
        try await remove(missingFrom: all, tree, present, known.earlierPaths, in: library, publisher, &published, log)
        let requests = TreeRequests(
            interval: nil, start: .zero, film: film.options, defaults: try defaults(for: configuration),
            areLeftToPublish: true)
        let due = try await DueFilms(of: plan, requests, besides: library)
        if submitsJobs { try await jobs.submit(due.films) }
        await tellEstimate(of: due, by: batch(publisher), log)
        let feed = TreeFeed(
            walk, plan, shard: nil, TreeFeed.Common(library: library, requests: requests, threads: running.threadCount))
        var outlets = try outlets()
        outlets.log = log
        let results = Mutex(unchanged)
        defer { note(log.takeComplete(), of: walk, in: &published, publisher, log) }
        try await run(
            outlets, publisher, current: due.current, guide: { servers.guide($0, configuration, root: tree.path) }
        ) { results.withLock { $0.popLast() }.map(Batch.Entry.refused) ?? feed.next() }
    }

    /// The films of a tree; logs remarks on skipped folders. Nil without a library.
    ///
    /// - Throws: `refused` if the library is the tree's root or a folder above it; `noScreenshots` without films,
    ///   unless the folder is watched.
    private func films(of tree: SourceRoot, _ log: PublishLog) async throws -> SourceTree.Walk? {
        guard let output else { return nil }
        try tree.refuseLibrary(at: output)
        let all = try await tree.walk(passing: output).films { _ in true }
        guard log.isWatching || !all.isEmpty || !all.unreadable.isEmpty || !all.brokenLinks.isEmpty else {
            throw tree.emptiness(of: all, takesNumbered: true)
        }
        if let remark = servers.remark(on: output, below: tree.path) { log.complain(remark) }
        for folder in all.passed.prefix(5) { log.complain("\(folder.name): \(folder.reason)") }
        return all
    }

    private func publishedFilms(of library: String, _ configuration: JellyfinConfiguration) -> PublishedFilms {
        let grid = configuration.grid.map { "\($0)" } ?? ""
        return PublishedFilms(
            of: library, servers: (servers.publish?.targets ?? []).map(\.argument).joined(separator: ","),
            settings: "\(configuration.widths) \(grid) \(configuration.interval.milliseconds) \(servers.pathMap)")
    }

    /// Notes the films that are complete now, which the next run does not examine.
    private func note(
        _ complete: [(id: StoryboardID, source: String)], of walk: SourceTree.Walk,
        in published: inout PublishedFilms, _ publisher: MediaServerPublisher?, _ log: PublishLog
    ) {
        let films = Dictionary(walk.films.map { ($0.name, $0) }) { first, _ in first }
        for (id, source) in complete {
            guard let film = films[source], let files = publisher?.files(of: film.path) else { continue }
            published.note(film, id, files: files)
        }
        do {
            try published.write()
        } catch {
            log.complain("\(error)")
        }
    }

    private func tellEstimate(of due: DueFilms, by batch: Batch, _ log: PublishLog) async {
        // The sample of few films takes as long as composing them.
        guard due.films.count > Self.fewFilms, !log.isQuiet, !log.isJSON else { return }
        // None of the films can be read; each fails by itself.
        guard let estimate = try? await BatchEstimate(of: due, by: batch, into: output) else { return }
        log.tell(estimate)
    }

    /// Removes the storyboards and thumbnails of missing films. If many films are missing, the disk may be missing, and
    /// nothing is removed.
    private func remove(
        missingFrom walk: SourceTree.Walk, _ tree: SourceRoot, _ present: [StoryboardID: String],
        _ earlierPaths: [String],
        in library: StoryboardLibrary, _ publisher: MediaServerPublisher?, _ published: inout PublishedFilms,
        _ log: PublishLog
    ) async throws {
        for path in earlierPaths { _ = await publisher?.withdraw(missing: path) }
        let findings: BatchPruning.Findings
        do {
            findings = try await BatchPruning(tree, walk: walk).findings(in: library, present: present)
            if let objection = findings.objection(limit: nil) { throw objection }
        } catch let error as MosaicError where error.code == .refused {
            return log.complain("\(error)".replacing("--prune-limit", with: "mosaic batch --prune --yes --prune-limit"))
        }
        for orphan in findings.orphans {
            do {
                try await library.remove(orphan.id, keepingOld: keepOld.seconds)
                _ = await publisher?.withdraw(missing: orphan.source)
                log.noteRemoved(orphan.source)
            } catch {
                log.complain("\(error)")
            }
        }
        let root = PublishOrder.path(of: root)
        try await WaitingFilms(in: library).discardMissing(below: root)
        let renamed = Set(earlierPaths)
        // Plex finds the thumbnails of a renamed film by its bytes. The list keeps its earlier path until a run after the one
        // that notes the new path.
        let present = renamed.union(walk.films.map(\.path))
        for (_, files) in published.takeMissing(below: root, present: present) {
            _ = await publisher?.withdrawBundles(listedIn: files)
        }
    }
}
