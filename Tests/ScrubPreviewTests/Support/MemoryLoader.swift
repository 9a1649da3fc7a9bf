import Foundation
import HTTPFetching
import ScrubPreview

/// Files without a network, and the requests for them.
final class MemoryLoader: ResourceLoader {
    private let answers: [String: ResourceAnswer]
    private let failure: (any Error)?
    private let log = Locked<[ResourceRequest]>([])

    /// - Parameters:
    ///   - files: By path.
    ///   - failure: Thrown by every request.
    init(_ files: [String: [UInt8]] = [:], failing failure: (any Error)? = nil) {
        answers = files.reduce(into: [:]) { answers, file in
            guard let url = URL(string: "https://films.example\(file.key)") else { return }
            answers[file.key] = ResourceAnswer(url: url, bytes: file.value)
        }
        self.failure = failure
    }

    var requests: [ResourceRequest] { log.withLock { $0 } }

    func load(_ request: ResourceRequest) async throws -> ResourceAnswer {
        log.withLock { $0.append(request) }
        if let failure { throw failure }
        return answers[request.url.path] ?? ResourceAnswer(url: request.url, status: 404, bytes: [])
    }
}

/// A new folder that a test removes.
func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "scrub-\(UUID().uuidString)", directoryHint: .isDirectory)
}
