public import Foundation
public import Mosaic

extension StoryboardLibrary {
    /// Removes a storyboard from the library, with its uploaded screenshots and its job.
    ///
    /// Until they are collected, sheets and screenshots stay available by name, for players that have loaded the track.
    /// Until then, ``restore(_:now:)`` can restore everything but the job. Foreign files in the storyboard's folder are
    /// kept.
    ///
    /// If `keepingOld` is 0 or less, this deletes the files at once. For greater values, the collector's own retention
    /// time counts.
    /// - Returns: Whether anything was removed.
    /// - Throws: `busy` while the storyboard is composed, `malformed` if its record cannot be read, `refused` if its
    ///   folder contains another storyboard, `unavailable`.
    @discardableResult
    public func remove(_ id: StoryboardID, keepingOld: Int = 0, now: Date? = nil) async throws -> Bool {
        guard keepingOld > 0 else { return try await purge(id) != nil }
        return try await withRoom {
            try await locked(id) { place in
                guard try await retireAll(of: place, id, now: time(now)) else { return false }
                try await indexRetention(of: place, id)
                return true
            }
        }
    }

    /// Deletes all objects of a storyboard that show its pictures, including retired objects.
    ///
    /// - Returns: The deleted objects, which external caches should drop; nil if nothing was deleted.
    /// - Throws: The errors of ``remove(_:keepingOld:now:)``. After an error, a later call deletes the rest.
    @discardableResult
    package func purge(_ id: StoryboardID) async throws -> PurgedObjects? {
        try await withRoom { try await purgeAll(of: id) }
    }

    private func purgeAll(of id: StoryboardID) async throws -> PurgedObjects? {
        try await locked(id) { place in
            let retired = place.previous == nil ? try? await place.retiredRecord() : nil
            var purged = PurgedObjects(of: id, sheetsAt: (place.previous ?? retired)?.track)
            // If the process is killed after this step, the storyboard is removed and can be purged again.
            let wasAny = try await retireAll(of: place, id, now: catalog.now())
            if let previous = place.previous {
                let documents = PublishedDocument.all.filter { $0.writing == .always }.flatMap(\.files).map(\.name)
                purged.names += documents
                for width in previous.widths { purged.names += documents.map { "\(width)/\($0)" } }
            }
            purged.names += try await StoryboardPublisher(of: id, in: store).purge()
            purged.names += try await withScreenshots(of: id) { try await $0.purge(nil) }
            try await catalog.setRetired(id, since: nil)
            return wasAny || !purged.names.isEmpty ? purged : nil
        }
    }

    /// Deletes a storyboard's retired objects; keeps the publication.
    ///
    /// The lock excludes compositions. So a screenshot that the storyboard does not show, and whose file was deleted,
    /// cannot be published again.
    /// - Returns: The deleted objects, which external caches should drop. Nil if the storyboard shows the screenshot;
    ///   then nothing is deleted.
    /// - Throws: The errors of ``remove(_:keepingOld:now:)``. After an error, a later call deletes the rest.
    func purgeRetired(of id: StoryboardID, unlessShowing name: ScreenshotName) async throws -> PurgedObjects? {
        try await withRoom {
            try await locked(id) { place in
                guard place.previous?.shows(name) != true else { return nil }
                var purged = PurgedObjects(of: id, sheetsAt: place.previous?.track)
                purged.names = try await place.purge()
                try await indexRetention(of: place, id)
                return purged
            }
        }
    }

    /// Restores a removed storyboard: track, record, sheets, uploaded screenshots and catalog entry, but not the job.
    ///
    /// - Returns: The storyboard.
    /// - Throws: `notFound` if no storyboard of that name was removed, or it has expired; `refused` if a storyboard of
    ///   that name is published; `busy`, `malformed`, `unavailable`.
    @discardableResult
    public func restore(_ id: StoryboardID, now: Date? = nil) async throws -> Storyboard {
        let now = try await time(now)
        return try await locked(id) { place in
            guard let absence = try await place.retention.journal().absence, absence.cause == .removed else {
                throw place.previous == nil
                    ? MosaicError(.notFound, id.rawValue, "No storyboard of this name waits to be restored.")
                    : MosaicError(.refused, id.rawValue, "It is published; there is nothing to restore.")
            }
            guard let storyboard = try await place.retiredRecord(), storyboard.id == id else {
                throw MosaicError(.notFound, id.rawValue, "Its record is missing, and it cannot be restored.")
            }
            for sheet in storyboard.sheets where try await store.status(of: place.key(sheet.name)) == nil {
                throw MosaicError(
                    .notFound, id.rawValue, "The sheet \(sheet.name) is missing, and it cannot be restored.")
            }
            if let obstacle = try await place.obstacle(toRestoringWidthsOf: storyboard) {
                throw MosaicError(.notFound, id.rawValue, obstacle)
            }
            try await catalog.noteRetired(id, since: .distantPast)
            try await place.restore(storyboard) {
                try await withScreenshots(of: id) { try await $0.restore(removed: absence.since) }
            }
            try await catalog.put(
                CatalogEntry(
                    of: storyboard, bytes: sheetBytes(of: storyboard), created: now, updated: now, fingerprint: nil,
                    source: recordedSource(of: id)),
                retiredSince: nil)
            try await indexRetention(of: place, id)
            return storyboard
        }
    }

    /// Retires the publication of a storyboard whose screenshots were all removed, and removes its entry from the
    /// catalog; the job stays. The geometry is kept as long as the sheets, for later screenshots.
    ///
    /// - Throws: The errors of ``remove(_:keepingOld:now:)``, errors of `mayChange`.
    package func empty(
        _ id: StoryboardID, now: Date, mayChange: @Sendable () async throws -> Void = {}
    ) async throws {
        try await locked(id) { place in
            try await refuseForeign(in: place, id)
            guard place.previous != nil else { return }
            try await mayChange()
            try await catalog.noteRetired(id, since: .distantPast)
            _ = try await place.beginRetirement(.emptied, now: now)
            try await catalog.removeEntry(id)
            try await place.finishRetirement()
            try await indexRetention(of: place, id)
        }
    }

    /// The removed storyboards that can be restored, with their titles.
    ///
    /// - Throws: Errors of the catalog and of the store.
    package func removed() async throws -> [(id: StoryboardID, title: String?)] {
        let now = try await catalog.now()
        var last: RetiredStoryboard?
        var removed: [(id: StoryboardID, title: String?)] = []
        while true {
            let page = try await catalog.retired(until: now, after: last, limit: CatalogQuery.maximumLimit)
            for id in page.map(\.id) where try await wasRemoved(id) {
                let record = try? await StoryboardPublisher(of: id, in: store).retiredRecord()
                removed.append((id, record?.title))
            }
            last = page.last
            guard page.count == CatalogQuery.maximumLimit else { return removed }
        }
    }

    /// Whether a storyboard was removed and still has retired objects.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func wasRemoved(_ id: StoryboardID) async throws -> Bool {
        let folder = RetentionFolder(store: store, key: ObjectKey(id))
        return try await folder.journal().absence?.cause == .removed
    }

    /// Retires all objects of a storyboard and removes its entry and job; returns whether it had any of them.
    private func retireAll(of place: StoryboardPublisher, _ id: StoryboardID, now: Date) async throws -> Bool {
        try await refuseForeign(in: place, id)
        let uploads = try await RetiredScreenshots(of: id, in: store).uploaded()
        let status = try await catalog.status(of: id)
        guard place.previous != nil || !uploads.isEmpty || status.entry != nil || status.job != nil else {
            return false
        }
        // Notes the retirement first, so that a later call can find and finish the removal if this process is killed.
        try await catalog.noteRetired(id, since: .distantPast)
        let before = try await place.beginRetirement(.removed, now: now)
        do {
            try await catalog.remove(id)
        } catch {
            // Nothing is removed yet, so the journal must not record an absence.
            if place.previous != nil { try? await place.retention.write(before) }
            throw error
        }
        try await finishRemoval(of: place, id, uploads, now: now)
        return true
    }

    /// Finishes a removal after the journal and the catalog were written.
    func finishRemoval(
        of place: StoryboardPublisher, _ id: StoryboardID, _ uploads: [String], now: Date
    ) async throws {
        try await place.finishRetirement {
            guard !uploads.isEmpty else { return }
            try await withScreenshots(of: id) { try await $0.retire(uploads, .removed, at: now) }
        }
    }
}
