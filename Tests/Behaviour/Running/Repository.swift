import Foundation

/// Files of the repository that the net reads.
enum Repository {
    /// This target's own folder.
    static let net = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The folder in `MOSAIC_BEHAVIOUR_ROOT`, else the one that holds `Tests`.
    static let root: URL = {
        if let named = ProcessInfo.processInfo.environment["MOSAIC_BEHAVIOUR_ROOT"] { return URL(filePath: named) }
        return net.appending(path: "../..").standardizedFileURL
    }()

    /// The story of 12 chapters that the README begins with.
    static let sample = root.appending(path: "samples/xlumX1Wtzrg").path
    /// The storyboard composed from the sample.
    static let composedSample = root.appending(path: "samples/composed").path
}
