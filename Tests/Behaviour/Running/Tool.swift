import Foundation
import Testing

/// The executable `mosaic`.
enum Tool {
    /// The folder with the executable: what `MOSAIC_BEHAVIOUR_BIN` names, else the one that the tests were built into.
    private static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["MOSAIC_BEHAVIOUR_BIN"] { return URL(filePath: named) }
        return URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    }()

    /// Its path. A missing executable is a failure, and no test is skipped.
    static func url() throws -> URL {
        let url = Self.folder.appending(path: "mosaic")
        try #require(
            FileManager.default.isExecutableFile(atPath: url.path),
            "mosaic is not in \(Self.folder.path); build it, or set MOSAIC_BEHAVIOUR_BIN")
        return url
    }
}
