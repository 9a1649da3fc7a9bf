import Foundation
import Hummingbird
import MosaicFixtures

@testable import MosaicServer

/// A server on a port of this machine, and curl to ask it.
enum LiveServer {
    /// What curl printed and how it ended.
    struct Outcome: Sendable {
        let status: Int32
        let output: [UInt8]
        var text: String { String(decoding: output, as: UTF8.self) }
        /// The lines of all answers' heads, where they were asked for with `-i` or `-D -`.
        var lines: [Substring] { text.split(whereSeparator: \.isNewline) }
    }

    /// Nil where curl is not installed.
    static let curl = tool("curl")
    /// Nil where openssl is not installed.
    static let openssl = tool("openssl")

    private static func tool(_ name: String) -> String? {
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Serves a library while `test` runs, which is told the port.
    static func run<Value: Sendable>(
        _ served: ServedLibrary, _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @Sendable (Int) async throws -> Value
    ) async throws -> Value {
        var settings = ServerSettings()
        settings.port = 0
        change(&settings)
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let application = try buildApplication(library: served.library, settings: settings, logger: .silent) {
            source.yield($0)
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { source.finish() }
                try await application.run()
            }
            guard let port = await ports.first(where: { _ in true }) else {
                try await group.waitForAll()
                throw ServedLibrary.Missing()
            }
            let value = try await test(port)
            group.cancelAll()
            return value
        }
    }

    /// Runs curl silently.
    static func curl(_ arguments: [String]) async throws -> Outcome {
        try await run(curl, ["-s", "--max-time", "60", "--path-as-is"] + arguments)
    }

    /// Makes a certificate for this machine that vouches for itself.
    static func makeCertificate(_ path: String, key: String) async throws {
        _ = try await run(
            openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", path, "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            ])
    }

    /// Runs a tool where no task waits on a thread that the server needs.
    private static func run(_ tool: String?, _ arguments: [String]) async throws -> Outcome {
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async {
                done.resume(
                    with: Result {
                        let (process, pipe) = (Process(), Pipe())
                        process.executableURL = tool.map { URL(filePath: $0) }
                        process.arguments = arguments
                        process.standardOutput = pipe
                        process.standardError = FileHandle.nullDevice
                        process.standardInput = FileHandle.nullDevice
                        try process.run()
                        let output = Array(pipe.fileHandleForReading.readDataToEndOfFile())
                        process.waitUntilExit()
                        return Outcome(status: process.terminationStatus, output: output)
                    })
            }
        }
    }
}
