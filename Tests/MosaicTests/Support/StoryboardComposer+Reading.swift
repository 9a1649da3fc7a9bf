@testable import Mosaic

extension StoryboardComposer {
    /// Composes in memory.
    ///
    /// - Parameter take: Takes each new sheet.
    func compose(
        _ request: CompositionRequest, earlier: PublishedSheets? = nil,
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in },
        take: (Sheet, [UInt8]) throws -> Void
    ) async throws -> Composition {
        let sheets = try await sheets(of: request, earlier: earlier, progress: progress)
        while let next = try await sheets.next() {
            if let bytes = next.bytes { try take(next.sheet, bytes) }
            next.release()
        }
        return try sheets.composition()
    }
}
