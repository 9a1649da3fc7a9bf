package import Foundation

extension StoryboardPublisher {
    /// Writes exports of the published storyboard beside its track, without a publication.
    ///
    /// - Parameters:
    ///   - request: The exports; an empty request removes the earlier exports.
    ///   - secret: Signs URLs. Without it, exports whose URLs need a signature are left out.
    /// - Returns: The manifest; `nil` without a storyboard, or if no export is left.
    /// - Throws: errors of the store; a later call does the rest.
    package func export(
        _ request: ExportManifest.Request, secret: SheetURLSecret?, now: Date
    ) async throws -> ExportManifest? {
        guard let previous else { return nil }
        var journal = try await retention.journal()
        return try await exports.publish(previous, request, secret: secret, journal: &journal, now: now)
    }
}
