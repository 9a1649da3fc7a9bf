public import Foundation

extension StoryboardLibrary {
    /// What is removed, or was and still holds something, is noted at the library's top, hidden, one empty object for each.
    private static let removed = ObjectKey(part: ".mosaic-removed")
    /// How many of them are asked for at a time.
    private static let pageLimit = 1_000

    /// Takes a storyboard out of the library: its track first, then all that is its own, then what the catalog knows.
    ///
    /// Files that somebody else put beside it stay.
    /// - Parameter keepingOld: Seconds for which its sheets stay for players that loaded the track, until
    ///   ``collectRemoved(keepingOld:now:)``; 0 removes them at once.
    /// - Returns: Whether there was anything.
    /// - Throws: `busy` where it is being composed, `malformed` where its record cannot be read, `refused` where
    ///   something else lies in its place, `unavailable`.
    @discardableResult
    public func remove(_ id: StoryboardID, keepingOld: Int = 0, now: Date = Date()) async throws -> Bool {
        try await remove(id, keepingOld: keepingOld, now: now) { false }
    }

    /// Removes for good what was removed from the library and has waited for its time since, and finishes removals whose
    /// process was killed.
    ///
    /// What is being worked on, and what cannot be read, is left to a later call.
    /// - Throws: `unavailable`, when everything else has been looked at.
    public func collectRemoved(keepingOld: Int, now: Date = Date()) async throws {
        try await collectRemoved(keepingOld: keepingOld, now: now) { _ in false }
    }

    /// Whether a storyboard was removed and something of it still waits for its time.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func wasRemoved(_ id: StoryboardID) async throws -> Bool {
        try await store.status(of: Self.removed.appending(id.rawValue)) != nil
    }

    /// The same, together with what else lies there.
    ///
    /// - Parameter others: Removes that while nobody else writes there; whether there was any.
    package func remove(
        _ id: StoryboardID, keepingOld: Int, now: Date, with others: @Sendable () async throws -> Bool
    ) async throws -> Bool {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        let place = try await StoryboardPlace(of: id, in: store)
        try await refuseStranger(in: place, id)
        // First, so that whoever is killed in what follows leaves nothing that is never found again.
        let note = Self.removed.appending(id.rawValue)
        let isNoted = try await store.putIfAbsent(note, [])
        let hadOthers = try await others()
        // From here on a collection finishes what is not finished here.
        try await place.removeTrack()
        let wasKnown = try await catalog.remove(id)
        let removed = try await place.removeRest(keepingOld: keepingOld, now: now)
        let othersWait = hadOthers && keepingOld > 0
        if isNoted, !othersWait, !removed.someWait { try await store.delete(note) }
        return hadOthers || removed.wasAny || wasKnown
    }

    /// The same, together with what else lies there.
    ///
    /// - Parameter others: Removes that while nobody else writes there; whether some of it waits for its time still.
    package func collectRemoved(
        keepingOld: Int, now: Date, with others: @Sendable (StoryboardID) async throws -> Bool
    ) async throws {
        var last: ObjectKey?
        var failure: MosaicError?
        while true {
            let page = try await store.list(below: Self.removed, after: last, limit: Self.pageLimit)
            for note in page {
                guard let id = note.key.parts.last.flatMap({ StoryboardID(rawValue: String($0)) }) else { continue }
                do {
                    let lock = try await store.lock(ObjectKey(id))
                    defer { withExtendedLifetime(lock) {} }
                    let place = try await StoryboardPlace(of: id, in: store)
                    let sheetsWait =
                        if try await place.lacksTrack() {
                            try await finishRemoval(of: id, from: place, keepingOld: keepingOld, now: now)
                        } else {
                            try await place.removeExpired(keepingOld: keepingOld, now: now)
                        }
                    let othersWait = try await others(id)
                    if !sheetsWait, !othersWait { try await store.delete(note.key) }
                } catch let error as MosaicError
                    where [.busy, .malformed, .limitExceeded, .refused].contains(error.code)
                {
                    continue
                } catch let error as MosaicError {
                    // Those behind it in the list are not to wait for it.
                    failure = failure ?? error
                }
            }
            guard let end = page.last?.key else { break }
            last = end
        }
        if let failure { throw failure }
    }

    /// Does what is left to do of a removal that took the track; whether sheets wait for their time.
    private func finishRemoval(
        of id: StoryboardID, from place: StoryboardPlace, keepingOld: Int, now: Date
    ) async throws -> Bool {
        try await refuseStranger(in: place, id)
        if let job = try await catalog.job(of: id), !job.state.isFinal {
            // Somebody wants it made anew, and may have been killed while it was published.
            try await catalog.forget(id)
        } else {
            try await catalog.remove(id)
        }
        return try await place.removeRest(keepingOld: keepingOld, now: now).someWait
    }
}
