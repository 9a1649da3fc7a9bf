import Foundation
import Mosaic
import MosaicLibrary

/// Removes storyboards and screenshots from the library.
///
/// Removed objects disappear from lists at once. Sheets and screenshots stay readable under their names for the
/// retention period, because players that loaded the track and apps that stored URLs still request them.
struct RemovalService: Sendable {
    let cache: DocumentCache
    let submissions: SubmissionService
    /// Called for each storyboard whose removal or restoration has begun, even if it failed.
    let changed: @Sendable (StoryboardID) -> Void

    /// Removes a storyboard. Its job is cancelled first, so that no worker publishes the storyboard again.
    ///
    /// - Parameter isAllowed: Throws if the storyboard must not be removed. Called while no other change of the
    ///   storyboard runs.
    /// - Returns: Whether a storyboard was removed.
    /// - Throws: `busy`, `malformed`, `refused`, `unavailable`, after which a later call removes the rest; `notFound`
    ///   if a file has the storyboard's name; errors of `isAllowed`.
    func remove(
        _ id: StoryboardID, if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Bool {
        try await take(id, if: isAllowed) { try await cache.library.remove(id, keepingOld: submissions.keepingOld) }
    }

    /// Removes a storyboard and all of its files without a retention period, including retired files.
    ///
    /// - Returns: The removed files; `nil` if there were none.
    /// - Throws: `busy`, `malformed`, `refused`, `unavailable`, after which a later call removes the rest; `notFound`
    ///   if a file has the storyboard's name; errors of `isAllowed`.
    func purge(
        _ id: StoryboardID, if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> PurgedObjects? {
        try await take(id, if: isAllowed) { try await cache.library.purge(id) }
    }

    /// Restores a removed storyboard, without its job.
    ///
    /// - Throws: `notFound` if no storyboard of this id was removed, `conflict` if another storyboard has this id now,
    ///   `busy`, `malformed`, `unavailable`.
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

    /// Removes a chapter's uploaded screenshot, and all files that show it, without a retention period.
    ///
    /// - Returns: The removed files; `nil` if there were none.
    /// - Throws: `conflict`, `busy`, `refused`, `unavailable`, after which a later call removes the rest; `notFound`
    ///   if a file has the storyboard's name; errors of `isAllowed`.
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
            try await submissions.refuseObstacles(to: id, as: .notFound)
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
                // Resumes the job of a storyboard that could not be removed, even if the task was cancelled.
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

    /// Runs work on a storyboard as soon as its worker has stopped.
    ///
    /// - Throws: `busy` if the worker does not stop within about two seconds; errors of `work`.
    private func whenFree<Value>(_ work: () async throws -> Value) async throws -> Value {
        // A worker notices at its next heartbeat that its job was cancelled.
        try await MosaicError.retryingWhileBusy(attempts: 20, every: .milliseconds(100), work)
    }
}

/// The URLs of deleted objects, which external caches should drop.
struct PurgeFacts: Encodable {
    private let storyboard: StoryboardID
    /// The URLs. A star at the end of a URL stands for all URLs with this beginning.
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
                // Tiles cut from a sheet have separate names.
                urls.formUnion([base + "poster.jpg*", base + "tile.jpg*", base + "tiles/*"])
                continue
            }
            urls.insert(kept + file)
        }
        self.urls = urls.sorted()
    }
}
