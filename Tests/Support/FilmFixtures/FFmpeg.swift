import Foundation
import TestSupport

/// The encoder and the oracle of the films that tests make.
package enum FFmpeg {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Nil where it is not installed.
    package static let path = find("ffmpeg")
    private static let probe = find("ffprobe")

    /// Whether films can be made here.
    package static var isInstalled: Bool { path != nil && probe != nil }

    private static func find(_ name: String) -> String? {
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// Writes a file; the arguments end with its path already where `file` is nil.
    package static func run(_ arguments: [String], into file: String? = nil) throws {
        let output = file.map { [$0] } ?? []
        _ = try run(path, ["-hide_banner", "-nostdin", "-loglevel", "error", "-y"] + arguments + output)
    }

    /// Entries such as `stream=start_time` of the first video stream, one line each.
    package static func probe(_ film: String, _ entries: String) throws -> [Substring] {
        let arguments = ["-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", film]
        // A comma stands behind a value where the stream has data of a kind that is not printed.
        return String(decoding: try run(probe, arguments), as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.prefix { $0 != "," } }
    }

    private static func run(_ program: String?, _ arguments: [String]) throws -> [UInt8] {
        guard let program else { throw Failure(description: "ffmpeg is not installed.") }
        // Encoders write reports of their own to standard error.
        let run = try FinishedProgram(program, arguments, environment: ["SVT_LOG": "1"])
        guard run.status == 0 else {
            throw Failure(description: "ffmpeg \(arguments.joined(separator: " ")): \(run.errors)")
        }
        return run.output
    }
}
