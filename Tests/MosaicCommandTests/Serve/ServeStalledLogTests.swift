import Foundation
import MosaicFixtures
import Testing
import Tiers

/// A server whose standard error is a pipe that is not read.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeStalledLogTests {
    @Test(.thorough, arguments: ["text", "json"])
    func `a log that is not read stops neither requests nor the server's end`(format: String) async throws {
        let folder = TemporaryFolder()
        let server = try StalledServer(
            ["--library", folder.path("library"), "--log-level", "info", "--log-format", format])
        // More than what a pipe and the queue hold.
        let target = "/health?" + String(repeating: "a", count: 4_000)
        func ask(_ count: Int) throws {
            let client = ServeClient(port: server.port)
            for _ in 0..<count { #expect(try client.get(target).status == 200) }
        }
        try ask(2_000)
        let missing = try server.read(until: "Log lines were dropped")
        let count = try #require(missing.firstMatch(of: /lines"?[=:]"?(\d+)/).flatMap { Int($0.1) }, "\(missing)")
        #expect((1..<2_000).contains(count))
        // Again, and this time the pipe is never read.
        try ask(2_000)
        server.send(SIGTERM)
        let end = ContinuousClock.now + .seconds(60)
        while server.isRunning, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(!server.isRunning && server.status == 0)
    }
}

/// `mosaic serve` with a pipe as its standard error.
private final class StalledServer {
    private(set) var port = 0
    private let process = Process()
    private let errors = Pipe()
    private var text = ""

    /// Returns when it serves; reads no more of its standard error than that takes.
    init(_ arguments: [String]) throws {
        process.executableURL = BuiltTool.path.map { URL(filePath: $0) }
        process.arguments = ["serve", "--port", "0"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let line = try read(until: "Serving http")
        port = try #require(line.firstMatch(of: /http:\/\/[^ ]*:(\d+)/).flatMap { Int($0.1) })
    }

    deinit { if process.isRunning { send(SIGKILL) } }

    /// Reads up to a line with this text in it.
    func read(until wanted: String) throws -> String {
        while true {
            while let end = text.firstIndex(of: "\n") {
                let line = String(text[..<end])
                text = String(text[text.index(after: end)...])
                if line.contains(wanted) { return line }
            }
            let data = errors.fileHandleForReading.availableData
            try #require(!data.isEmpty, "it ended")
            text += String(decoding: data, as: UTF8.self)
        }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    var isRunning: Bool { process.isRunning }

    var status: Int32? { process.terminationReason == .exit ? process.terminationStatus : nil }
}
