import Foundation
import Mosaic

/// Converts what versions before the retention journal wrote: notes at the library's top that lead to storyboards, a
/// list of superseded sheets in each, and folders of retired screenshots.
extension StoryboardLibrary {
    private static let removedNotes = ObjectKey(part: ".mosaic-removed")
    private static let supersededNotes = ObjectKey(part: ".mosaic-superseded")
    private static let notesLimit = 1_000

    /// Converts the storyboards of earlier versions, then removes the notes that lead to them.
    ///
    /// Storyboards that are locked or cannot be read are left to a later call, with their notes.
    /// - Throws: `unavailable`, after all other storyboards were converted.
    package func convertRetention() async throws {
        var failure: (any Error)?
        for folder in [Self.removedNotes, Self.supersededNotes] {
            var last: ObjectKey?
            while true {
                let page = try await store.list(below: folder, after: last, limit: Self.notesLimit)
                for note in page {
                    guard let id = note.key.parts.last.flatMap({ StoryboardID(rawValue: String($0)) }) else { continue }
                    do {
                        try await convert(id, isRemoved: folder == Self.removedNotes, noted: note.modified)
                        try await store.delete(note.key)
                    } catch let error as MosaicError where error.code.isOfOneStoryboard {
                        continue
                    } catch {
                        failure = failure ?? error
                    }
                }
                guard let end = page.last?.key else { break }
                last = end
            }
        }
        if let failure { throw failure }
    }

    /// Writes the journals of one storyboard in the current format.
    private func convert(_ id: StoryboardID, isRemoved: Bool, noted: Date) async throws {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        let place = try await StoryboardPublisher(of: id, in: store)
        try await withScreenshots(of: id) { try await $0.convert() }
        var journal = try await place.retention.journal()
        if isRemoved, let storyboard = place.previous, storyboard.id == id,
            try await store.status(of: place.key(Storyboard.trackName)) == nil
        {
            // The removal was killed after it had deleted the track.
            _ = try await place.beginRetirement(.removed, now: noted)
        } else {
            let screenshots = try await RetiredScreenshots(of: id, in: store).folder.journal()
            if isRemoved, place.previous == nil, !(journal.entries + screenshots.entries).isEmpty {
                // Its record was deleted, but it counts as removed while it has retired objects.
                journal.retire([RetentionJournal.recordName], .removed, at: noted)
            }
            try await place.retention.write(journal)
        }
        try await indexRetention(of: try await self.place(of: id), id)
    }
}
