import Foundation

/// A folder that goes when the value goes.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "mosaic-bench-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
