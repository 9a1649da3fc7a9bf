import Foundation

@testable import Mosaic

/// Publishes drawn storyboards into a folder, as if at any time.
struct Publisher {
    let folder: String
    var keepingOld = 24 * 60 * 60

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - obstacle: Called when all sheets are staged and nothing is visible yet.
    func publish(
        _ drawing: DrawnStoryboard, now: Int = 1_000_000, withPreview: Bool = false, obstacle: () throws -> Void = {}
    ) async throws {
        let storyboard = try drawing.storyboard()
        let opened = try StoryboardFolder(path: folder, for: storyboard.id)
        var staged: [StagedObject] = []
        for (sheet, bytes) in zip(storyboard.sheets, drawing.sheetBytes) {
            if let object = try await opened.place.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try obstacle()
        try await opened.place.publish(
            storyboard, sheets: staged, requested: withPreview ? [.preview] : [],
            keepingOld: keepingOld, now: Date(timeIntervalSince1970: TimeInterval(now)))
    }
}
