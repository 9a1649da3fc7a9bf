import Foundation
import Testing

/// One of the executables that the net runs.
enum Binary: String, CaseIterable {
    case mosaic
    case serve = "mosaic-serve"
    case doctor = "mosaic-doctor"

    /// The folder with the executables: what `MOSAIC_BEHAVIOUR_BIN` names, else the one that the tests were built into.
    private static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["MOSAIC_BEHAVIOUR_BIN"] { return URL(filePath: named) }
        return URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    }()

    /// Where it lies. A net without tools would catch nothing, so a missing one is a failure and nothing is skipped.
    func url() throws -> URL {
        let url = Self.folder.appending(path: rawValue)
        try #require(
            FileManager.default.isExecutableFile(atPath: url.path),
            "\(rawValue) is not in \(Self.folder.path); build it, or set MOSAIC_BEHAVIOUR_BIN")
        return url
    }
}
