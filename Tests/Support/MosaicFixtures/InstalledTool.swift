import Foundation
import TestSupport

/// A program of the system that tests use where it is installed.
package struct InstalledTool: Sendable {
    /// Exit status and standard output.
    package struct Outcome: Sendable {
        package let status: Int32?
        package let output: [UInt8]
        package var text: String { String(decoding: output, as: UTF8.self) }
        package var lines: [Substring] { text.split(whereSeparator: \.isNewline) }
    }

    /// Speaks the versions of HTTP that the tests' own clients do not.
    package static let curl = InstalledTool("curl")
    /// Makes keys and certificates.
    package static let openssl = InstalledTool("openssl")
    /// Makes films.
    package static let ffmpeg = InstalledTool("ffmpeg")

    /// Nil where it is not installed.
    package let path: String?

    private init(_ name: String) {
        path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Runs it to its end, and discards standard error.
    package func run(_ arguments: [String]) throws -> Outcome {
        let run = try FinishedProgram(path ?? "", arguments)
        return Outcome(status: run.status, output: run.output)
    }

    /// Runs curl silently.
    package static func fetch(_ arguments: [String]) throws -> Outcome {
        try curl.run(["--silent", "--max-time", "60", "--path-as-is"] + arguments)
    }

    /// Makes a certificate for `localhost` that vouches for itself.
    package static func makeCertificate(_ path: String, key: String) throws {
        _ = try openssl.run([
            // Unoptimized code signs many times faster with it than with RSA.
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out", path, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ])
    }
}
