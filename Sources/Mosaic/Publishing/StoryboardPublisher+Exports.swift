package import Foundation

extension StoryboardPublisher {
    /// Writes exports of the published storyboard beside its track, without a publication.
    ///
    /// - Parameters:
    ///   - request: The exports; none removes those that were written before.
    ///   - secret: What signs URLs; where they need it, nothing new is written without it.
    /// - Returns: What is written; nil without a storyboard, and where none is left.
    /// - Throws: what the store throws; a later call does the rest.
    package func export(
        _ request: ExportManifest.Request, secret: SheetURLSecret?, now: Date
    ) async throws -> ExportManifest? {
        guard let previous else { return nil }
        var journal = try await retention.journal()
        return try await exports.publish(previous, request, secret: secret, journal: &journal, now: now)
    }
}
