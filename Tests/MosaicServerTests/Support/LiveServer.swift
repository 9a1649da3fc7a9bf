import Foundation
import Hummingbird
import MosaicFixtures

@testable import MosaicServer

/// A server on a port of this machine, and curl to ask it.
enum LiveServer {
    /// Serves a library while `test` runs with the port as its argument.
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

    /// Serves a library that takes uploads and composes nothing while `test` runs.
    static func runTakingUploads<Value: Sendable>(
        _ served: ServedLibrary, _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @Sendable (Int) async throws -> Value
    ) async throws -> Value {
        return try await run(
            served,
            {
                $0.work.isEnabled = true
                $0.work.jobs = 0
                change(&$0)
            }, test)
    }

    /// Runs curl where no task waits on a thread that the server needs.
    static func curl(_ arguments: [String]) async throws -> InstalledTool.Outcome {
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async { done.resume(with: Result { try InstalledTool.fetch(arguments) }) }
        }
    }
}
