import Foundation
import Mosaic
import MosaicLibrary

/// Removes storyboards and screenshots from the library.
///
/// They vanish at once. Sheets and screenshots can still be had under their names for a while, because players that
/// loaded the track and apps that stored URLs still ask for them.
struct RemovalService: Sendable {
    let cache: DocumentCache
    let submissions: SubmissionService
    /// Called for each storyboard that was removed or restored.
    let changed: @Sendable (StoryboardID) -> Void

    /// Removes a storyboard; its job is cancelled first, so that no worker publishes it again.
    ///
    /// - Parameter isAllowed: Throws where it must not be removed; asked while nothing else concerns the storyboard.
    /// - Returns: Whether there was anything.
    /// - Throws: `busy`, `malformed`, `refused`, `unavailable`, and a later call removes the rest; what `isAllowed` does.
    func remove(
        _ id: StoryboardID, if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Bool {
        try await take(id, if: isAllowed) { try await cache.library.remove(id, keepingOld: submissions.keepingOld) }
    }

    /// Removes at once all files that show anything of a storyboard, also retired ones.
    ///
    /// - Returns: The removed files; nil if there were none.
    /// - Throws: `busy`, `malformed`, `refused`, `unavailable`, and a later call removes the rest; errors of
    ///   `isAllowed`.
    func purge(
        _ id: StoryboardID, if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> PurgedObjects? {
        try await take(id, if: isAllowed) { try await cache.library.purge(id) }
    }

    /// Brings a removed storyboard back, without its job.
    ///
    /// - Throws: `notFound` where none of that name was removed, `conflict` where another one has taken its place, `busy`,
    ///   `malformed`, `unavailable`.
    func restore(_ id: StoryboardID) async throws {
        try await submissions.take(id) {
            defer { note(id) }
            do {
                _ = try await whenFree { try await cache.library.restore(id) }
            } catch let error as MosaicError where error.code == .refused {
                throw RequestError(.conflict, error.reason)
            }
        }
    }

    /// Removes a chapter's uploaded screenshot, and at once all files that show it.
    ///
    /// - Returns: The removed files; nil if there were none.
    /// - Throws: `conflict`, `busy`, `refused`, `unavailable`, and a later call removes the rest; errors of
    ///   `isAllowed`.
    func purge(
        _ name: ScreenshotName, of id: StoryboardID, by owner: JobOwner = .anonymous,
        if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> PurgedObjects? {
        let deleted = try await submissions.remove(name, of: id, by: owner, if: isAllowed)
        defer { cache.invalidate(id) }
        let purged = try await withTaskExecutorPreference(WorkExecutors.writing) {
            try await cache.library.purgeScreenshot(name, of: id, settings: submissions.worker)
        }
        let all = purged.adding(deleted)
        return all.names.isEmpty ? nil : all
    }

    private func take<Value: Sendable>(
        _ id: StoryboardID, if isAllowed: @escaping @Sendable () async throws -> Void,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await submissions.take(id) {
            try await submissions.refuseObstacles(to: id)
            try await isAllowed()
            let library = cache.library
            let job = try await library.catalog.job(of: id)
            if let job {
                _ = try await library.withRoom {
                    try await library.catalog.update(job.number) { $0.cancel(now: $1) }
                }
            }
            defer { note(id) }
            do {
                return try await whenFree(work)
            } catch {
                // What could not be removed goes on; also in a task that was cancelled.
                if let job, !job.state.isFinal {
                    _ = try? await library.catalog.update(job.number) { current, _ in current.resume(job) }
                }
                throw error
            }
        }
    }

    private func note(_ id: StoryboardID) {
        cache.invalidate(id)
        changed(id)
    }

    /// Does some work on a storyboard as soon as its worker is done with it.
    ///
    /// - Throws: `busy` where that takes too long, what `work` throws.
    private func whenFree<Value>(_ work: () async throws -> Value) async throws -> Value {
        // A worker whose job was cancelled stops with its next heartbeat.
        try await MosaicError.retryingWhileBusy(attempts: 20, every: .milliseconds(100), work)
    }
}

/// Deleted objects, as URLs that caches elsewhere should drop.
struct PurgeFacts: Encodable {
    private let storyboard: StoryboardID
    /// A star at the end stands for all URLs with that beginning.
    private let urls: [String]

    init(_ purged: PurgedObjects, _ urls: URLBuilder) {
        storyboard = purged.id
        let base = urls.absolute(purged.id) ?? urls.path(of: purged.id)
        let kept = (urls.origin ?? "") + urls.prefix + "/chapter-screenshots/\(purged.id)/"
        var urls: Set<String> = []
        for name in purged.names {
            urls.insert(base + name)
            if let url = purged.foreignURL(of: name) { urls.insert(url) }
            guard let file = name.split(separator: "/").last, name.contains("/") else {
                // Tiles that are cut from sheets have names of their own.
                urls.formUnion([base + "poster.jpg*", base + "tile.jpg*", base + "tiles/*"])
                continue
            }
            urls.insert(kept + file)
        }
        self.urls = urls.sorted()
    }
}
