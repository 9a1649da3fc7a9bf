import Foundation
package import Mosaic

/// An executable beside `mosaic`, which runs it as git runs its subcommands.
///
/// HTTP has executables of its own, because loading its libraries would take every other call of `mosaic` longer than
/// many a call's work.
package struct CompanionProgram: Sendable {
    /// The file's name.
    package let name: String
    /// What it does, in a sentence.
    package let abstract: String

    /// `mosaic-doctor`, for `mosaic doctor`.
    package static let doctor = CompanionProgram(
        name: "mosaic-doctor",
        abstract: "Examines any thumbnail track: which players break on it, how, and how to mend it.")

    /// `mosaic-serve`, for `mosaic serve`.
    package static let server = CompanionProgram(
        name: "mosaic-serve", abstract: "Serves a library or one storyboard over HTTP.")

    /// `mosaic-frames`, which reads films.
    package static let frames = CompanionProgram(name: FilmProgram.name, abstract: "Decodes frames of films.")

    /// Replaces this process by the program with these arguments.
    ///
    /// - Throws: `ExitCode` where it cannot be started, which was then said.
    package func become(arguments: [String]) throws -> Never {
        if let path {
            // Buffered output would be lost.
            fflush(nil)
            var pointers = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &pointers)
        }
        StandardError.print(
            "mosaic: \(name) has to lie beside mosaic and cannot be started: "
                + "swift build -c release --product \(name) builds it.")
        throw ExitStatus.failure
    }

    /// Its path beside this executable, whose links are resolved.
    package var path: String? {
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

extension FilmProgram {
    /// The variable that names another program than the one beside this executable, for tests and development.
    package static let variable = "MOSAIC_FRAMES"

    /// Has readers of films find the program by the environment, or beside this executable; nothing is looked up before
    /// a film is read.
    package static func findCompanion() {
        find {
            if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty {
                return FilmProgram(path: path)
            }
            return CompanionProgram.frames.path.map(FilmProgram.init(path:))
        }
    }
}
