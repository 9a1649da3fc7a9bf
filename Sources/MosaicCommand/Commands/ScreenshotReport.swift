import TiledJPEG
import WebVTT

/// The report of `screenshots`: a sentence for people, keys for scripts.
struct ScreenshotReport: Encodable, Sendable {
    /// A screenshot that was written.
    struct File: Encodable, Sendable {
        let name: String
        let time: Timestamp
        let frameTime: Timestamp
        let title: String?
        let bytes: Int

        private enum CodingKeys: String, CodingKey {
            case name, title, bytes
            case time = "time_ms"
            case frameTime = "frame_time_ms"
        }
    }

    /// A screenshot that could not be written.
    struct Missing: Encodable, Sendable {
        let name: String
        /// Nil for a frame past the film's end.
        let time: Timestamp?
        let reason: String

        private enum CodingKeys: String, CodingKey {
            case name, reason
            case time = "time_ms"
        }
    }

    /// The folder, with a slash at its end.
    let folder: String
    let size: PixelSize
    var files: [File] = []
    var missing: [Missing] = []
    var notes: [String] = []

    /// The counts and the folder.
    var summary: String {
        let bytes = files.reduce(0) { $0 + $1.bytes }
        return "\(files.count) \(files.count == 1 ? "screenshot" : "screenshots") of \(size) "
            + "(\((bytes + 512) / 1_024) KiB): \(folder)"
    }
}
