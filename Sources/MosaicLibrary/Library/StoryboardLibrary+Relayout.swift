package import Foundation
package import Mosaic

extension StoryboardLibrary {
    /// Gives the sheets of a storyboard another grid; see `StoryboardPublisher.relayout`.
    ///
    /// - Throws: `busy` where it is being composed, `notFound`, `refused` where something else lies in its place,
    ///   `unsupported`, `invalidSettings`, `malformed`, `unavailable`.
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
            // The fingerprint includes the record, which is another one now.
            if !relayout.isUnchanged || entry == nil {
                try await catalog.put(
                    CatalogEntry(
                        of: relayout.storyboard, created: now, updated: now, fingerprint: nil,
                        source: recordedSource(of: id)),
                    retiredSince: relayout.retired)
            }
            return relayout
        }
    }
}
