import Foundation
import Mosaic

extension Catalog {
    /// Begins a job anew, whatever became of it; nil where there is none.
    ///
    /// - Throws: `unavailable`.
    func retry(_ number: JobNumber) async throws -> Job? {
        let now = Date()
        return try await update(number, heldBy: nil) { $0.retry(now: now) }
    }
}
