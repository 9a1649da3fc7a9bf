public import Foundation
public import Mosaic

extension StoryboardLibrary {
    /// Maximum number of storyboards in a page of the catalog.
    private static let pageLimit = 1_000

    /// Deletes expired retired objects, and finishes removals that a killed process has begun.
    ///
    /// Examines at most `limit` storyboards that the catalog lists with retired objects. Skips storyboards that are
    /// locked or cannot be read; a later call examines them again. Objects expire `seconds` seconds after they were
    /// retired.
    /// - Returns: The storyboards with deleted objects.
    /// - Throws: `unavailable`, after all storyboards were examined.
    @discardableResult
    public func collect(
        keepingOld seconds: Int, limit: Int = .max, now: Date? = nil
    ) async throws -> [StoryboardID] {
        let now = try await time(now)
        var changed: [StoryboardID] = []
        var failure: (any Error)?
        var last: RetiredStoryboard?
        var count = 0
        let end = now.addingTimeInterval(-TimeInterval(max(0, seconds)))
        while count < limit {
            let page = try await catalog.retired(until: end, after: last, limit: min(Self.pageLimit, limit - count))
            guard let final = page.last else { break }
            for storyboard in page {
                try Task.checkCancellation()
                do {
                    let isChanged = try await withRoom {
                        try await collect(storyboard.id, keepingOld: seconds, now: now)
                    }
                    if isChanged { changed.append(storyboard.id) }
                } catch let error as MosaicError where error.code.isOfOneStoryboard {
                    continue
                } catch {
                    // Continues, so that one failure does not delay the other storyboards.
                    failure = failure ?? error
                }
            }
            last = final
            count += page.count
        }
        if let failure { throw failure }
        return changed
    }

    /// Deletes expired objects of one storyboard, and finishes a removal that a killed process has begun.
    ///
    /// - Returns: Whether any object was deleted.
    /// - Throws: The errors of ``remove(_:keepingOld:now:)``.
    func collect(_ id: StoryboardID, keepingOld: Int, now: Date) async throws -> Bool {
        try await locked(id) { place in
            if let storyboard = place.previous, storyboard.id == id, try await catalog.entry(of: id) == nil {
                // A process that restored the storyboard was killed before it stored the entry.
                try await catalog.put(
                    CatalogEntry(
                        of: storyboard, bytes: sheetBytes(of: storyboard), created: now, updated: now,
                        fingerprint: nil, source: recordedSource(of: id)), retiredSince: nil)
            }
            let expired = try await place.collect(keepingOld: keepingOld, now: now)
            let screenshots = try await withScreenshots(of: id) { screenshots in
                var journal = try await screenshots.folder.journal()
                guard !journal.entries.isEmpty else { return [String]() }
                return try await screenshots.folder.collect(&journal, keepingOld: keepingOld, now: now)
            }
            try await indexRetention(of: place, id)
            return !expired.isEmpty || !screenshots.isEmpty
        }
    }

    /// Runs `work` under a storyboard's lock, after finishing a removal that a killed process has begun.
    ///
    /// - Throws: `busy`, `malformed`, `unavailable`, `refused`, errors of `work`.
    func locked<Result>(
        _ id: StoryboardID, _ work: (StoryboardPublisher) async throws -> Result
    ) async throws -> Result {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        return try await work(try await place(of: id))
    }

    /// A storyboard's publisher, after finishing a removal that a killed process has begun. The caller has the
    /// storyboard's lock.
    ///
    /// - Parameter earlier: A publisher that was opened without the lock. If the record is still the same, it is not
    ///   read again.
    /// - Throws: `malformed`, `unavailable`, `refused`.
    func place(of id: StoryboardID, after earlier: StoryboardPublisher? = nil) async throws -> StoryboardPublisher {
        let place = try await StoryboardPublisher(of: id, in: store, after: earlier)
        guard let storyboard = place.previous, storyboard.id == id,
            let absence = try await place.retention.journal().absence
        else { return place }
        if let job = try await catalog.job(of: id), !job.state.isFinal || absence.cause == .emptied {
            // The job is kept if it is unfinished and composes the storyboard again, or if only the screenshots were
            // removed.
            try await catalog.removeEntry(id)
        } else {
            try await catalog.remove(id)
        }
        // Excludes uploads after the removal, which do not belong to the removed storyboard.
        let end = Date(timeIntervalSince1970: TimeInterval(absence.since + 1))
        let uploads =
            absence.cause == .removed ? try await RetiredScreenshots(of: id, in: store).uploaded(before: end) : []
        try await finishRemoval(
            of: place, id, uploads, now: Date(timeIntervalSince1970: TimeInterval(absence.since)))
        try await indexRetention(of: place, id)
        return try await StoryboardPublisher(of: id, in: store)
    }

    /// Records in the catalog when the first retired object of a storyboard was retired. The caller has the
    /// storyboard's lock.
    ///
    /// - Throws: `busy`, errors of the store and the catalog.
    func indexRetention(of place: StoryboardPublisher, _ id: StoryboardID) async throws {
        let published = try await place.earliestRetirement()
        try await withScreenshots(of: id) { screenshots in
            let uploaded = try await screenshots.folder.journal().earliest
            try await catalog.setRetired(id, since: [published, uploaded].compactMap(\.self).min())
        }
    }

    /// Runs `work` under the lock of a storyboard's retired screenshots.
    ///
    /// - Throws: `busy`, errors of `work`.
    func withScreenshots<Result>(
        of id: StoryboardID, _ work: (RetiredScreenshots) async throws -> Result
    ) async throws -> Result {
        let screenshots = RetiredScreenshots(of: id, in: store)
        let lock = try await screenshots.lock()
        defer { withExtendedLifetime(lock) {} }
        return try await work(screenshots)
    }
}

extension MosaicError.Code {
    /// Whether the error concerns a single storyboard, such as its record or its lock, and not the whole library.
    var isOfOneStoryboard: Bool { [.busy, .conflict, .malformed, .limitExceeded, .refused].contains(self) }
}

extension StoryboardLibrary {
    /// Rearranges the sheets of a storyboard in another grid; see `StoryboardPublisher.relayout`.
    ///
    /// - Throws: `busy` while the storyboard is composed, `notFound`, `refused` if its folder contains another
    ///   storyboard, `unsupported`, `invalidSettings`, `malformed`, `unavailable`.
    package func relayout(
        _ id: StoryboardID, _ request: GeometryRequest, keepingOld: Int, now: Date? = nil
    ) async throws -> StoryboardPublisher.Relayout {
        let now = try await time(now)
        return try await locked(id) { place in
            try await refuseForeign(in: place, id)
            guard place.previous != nil else {
                throw MosaicError(.notFound, id.rawValue, "The library has no such storyboard.")
            }
            let entry = try await catalog.entry(of: id)
            let relayout = try await place.relayout(request, keepingOld: keepingOld, now: now)
            // The fingerprint includes the record, which has changed, so the fingerprint is removed.
            if !relayout.isUnchanged || entry == nil {
                try await catalog.put(
                    CatalogEntry(
                        of: relayout.storyboard, bytes: sheetBytes(of: relayout.storyboard), created: now, updated: now,
                        fingerprint: nil, source: recordedSource(of: id)),
                    retiredSince: relayout.retired)
            }
            return relayout
        }
    }
}
