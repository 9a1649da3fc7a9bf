import Foundation

/// Files of the repository that the net reads.
enum Repository {
    /// This target's own folder.
    static let net = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// What `MOSAIC_BEHAVIOUR_ROOT` names, else the folder that `Tests` is in.
    static let root: URL = {
        if let named = ProcessInfo.processInfo.environment["MOSAIC_BEHAVIOUR_ROOT"] { return URL(filePath: named) }
        return net.appending(path: "../..").standardizedFileURL
    }()

    /// The story of 12 chapters that the README begins with.
    static let sample = root.appending(path: "samples/xlumX1Wtzrg").path
    /// What it was composed into.
    static let composedSample = root.appending(path: "samples/composed").path
}
