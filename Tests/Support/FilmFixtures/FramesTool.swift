import Foundation
import TestSupport

/// The `mosaic-frames` that the tests run.
package enum FramesTool {
    /// The variable that names another one than that beside the tests.
    package static let variable = "MOSAIC_FRAMES"
    /// Reason of skipped tests.
    package static let missing: String =
        "it needs ffmpeg, and a mosaic-frames that was built with the trait Film (MOSAIC_FRAMES)"

    /// Nil where none was built.
    package static let path: String? = {
        let named = ProcessInfo.processInfo.environment[variable]
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let tool = named ?? bundle.deletingLastPathComponent().appending(path: "mosaic-frames").path
        return FileManager.default.isExecutableFile(atPath: tool) ? tool : nil
    }()

    /// Whether it was built with libav, which it is asked.
    package static let readsFilms: Bool = {
        guard let path else { return false }
        // EX_UNAVAILABLE of sysexits.h: built without libav.
        let status = try? FinishedProgram(path).status
        return status != nil && status != 69
    }()

    /// Whether films can be made and read here.
    package static var isReady: Bool { FFmpeg.isInstalled && readsFilms }
}
