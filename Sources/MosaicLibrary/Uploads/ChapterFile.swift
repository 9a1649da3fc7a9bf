package import Mosaic
package import TiledJPEG
import WebVTT

/// The one name that a chapter's screenshot is stored under: `ch{index}_{seconds}s.jpg` or `.png`, by its content.
package struct ChapterFile: Hashable, Sendable, CustomStringConvertible {
    /// The formats that screenshots come in.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case jpeg = "jpg"
        case png

        /// Nil for other formats.
        package init?(_ format: ImageFormat) {
            switch format {
            case .jpeg: self = .jpeg
            case .png: self = .png
            case .webp, .gif: return nil
            }
        }
    }

    /// The chapter's number.
    package let index: Int
    /// Seconds from the beginning of the film.
    let seconds: Int64
    /// The content's format.
    package let format: Format

    /// Creates the file of a screenshot with this name in a request; leading zeros are dropped.
    package init(_ name: ScreenshotName, _ format: Format) {
        index = name.index
        seconds = name.time.milliseconds / 1_000
        self.format = format
    }

    package var description: String { "ch\(index)_\(seconds)s.\(format.rawValue)" }
}
