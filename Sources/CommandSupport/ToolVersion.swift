import CMosaicSystem
import Foundation
package import Mosaic
package import Raster

/// The version of `mosaic` and its companion programs.
package enum ToolVersion {
    /// Text of `--version`: the version alone in the first line, then the commit and each linked library.
    package static func text(with libraries: [LinkedLibrary] = []) -> String {
        ([MOSAIC_VERSION, "commit \(String(cString: ctoolversion_commit()))"]
            + (LinkedLibrary.codecs + libraries).map(\.description)).joined(separator: "\n")
    }
}

extension FilmProgram {
    /// The environment variable with the path of another `mosaic-frames`, for tests and development.
    package static let variable = "MOSAIC_FRAMES"

    /// Lets readers of films find the program: by the environment variable, or next to this executable. The search
    /// takes place when a film is read.
    package static func findCompanion() {
        find {
            if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty {
                return FilmProgram(path: path)
            }
            return pathBesideExecutable.map(FilmProgram.init(path:))
        }
    }

    /// The program's path next to this executable, after resolving links; `nil` if the executable's path is unknown.
    private static var pathBesideExecutable: String? {
        #if os(Linux)
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            var size = UInt32(buffer.count)
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
            let named = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let own: String? = URL(fileURLWithPath: named).resolvingSymlinksInPath().path
        #endif
        return own.map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name).path }
    }
}
