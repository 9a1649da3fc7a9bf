package import Foundation
package import Mosaic

/// Removes retired objects of a library whose time is over, once or from time to time.
package struct RetentionCollector: Sendable {
    /// Between two collections; what has to go may stay as much longer.
    private static let pause = Duration.seconds(600)

    private let library: StoryboardLibrary
    private let keepingOld: Int

    /// - Parameter keepingOld: Seconds for which what is retired stays.
    package init(library: StoryboardLibrary, keepingOld: Int) {
        self.library = library
        self.keepingOld = keepingOld
    }

    /// Collects what is due, also what an earlier version left.
    ///
    /// - Returns: The storyboards of which something was removed.
    /// - Throws: `unavailable`, when everything else has been looked at.
    @discardableResult
    package func collect(now: Date = Date()) async throws -> [StoryboardID] {
        try await library.convertRetention(now: now)
        return try await library.collect(keepingOld: keepingOld, now: now)
    }

    /// Collects from time to time until its task is cancelled.
    ///
    /// - Parameter report: Called after each collection with the storyboards of which something was removed, or the error.
    package func run(report: @Sendable (Result<[StoryboardID], any Error>) -> Void) async {
        repeat {
            do {
                report(.success(try await collect()))
            } catch {
                guard !(error is CancellationError) else { return }
                report(.failure(error))
            }
        } while (try? await Task.sleep(for: Self.pause)) != nil
    }
}
