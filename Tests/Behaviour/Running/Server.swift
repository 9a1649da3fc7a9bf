import Foundation
import Testing

/// `mosaic serve` as a child of the test, on a free port.
final class Server {
    let port: Int
    private let process: ChildProcess

    /// Starts it and waits until it serves.
    init(_ arguments: [String], in workplace: Workplace, environment: [String: String] = [:]) throws {
        process = try workplace.start(["serve", "--port", "0"] + arguments, environment: environment)
        var found: Int?
        let process = process
        try Poll.wait(for: "a server") {
            let log = try process.errors()
            // The sentence around the address is prose.
            found = log.firstMatch(of: /https?:\/\/127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
            try #require(found != nil || process.isRunning, "The server ended: \(log)")
            return found != nil
        }
        port = try #require(found)
    }

    /// Tells it to stop, and waits.
    func stop() throws -> ChildProcess.Outcome {
        process.send(SIGTERM)
        return try process.outcome()
    }
}
