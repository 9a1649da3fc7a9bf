package import Foundation
package import Mosaic

extension CatalogEntry {
    /// The entry of a published storyboard.
    package init(of storyboard: Storyboard, created: Date, updated: Date, fingerprint: ContentHash?) {
        self.init(
            id: storyboard.id, title: storyboard.title, tiles: storyboard.tiles.count, duration: storyboard.duration,
            bytes: storyboard.sheets.reduce(0) { $0 + $1.bytes }, created: created, updated: updated,
            fingerprint: fingerprint, placeholders: storyboard.placeholders)
    }
}
