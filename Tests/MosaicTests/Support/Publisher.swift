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
    ) throws {
        let storyboard = try drawing.storyboard()
        let opened = try StoryboardFolder(path: folder, for: storyboard.id)
        let staged = try zip(storyboard.sheets, drawing.sheetBytes).map { try opened.stage($0, bytes: $1) }
        try obstacle()
        try opened.publish(
            storyboard, sheets: staged, preview: withPreview ? Array(PreviewPage(storyboard).html().utf8) : nil,
            keepingOld: keepingOld, now: Date(timeIntervalSince1970: TimeInterval(now)))
    }
}
