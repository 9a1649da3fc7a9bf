public import Foundation
public import Mosaic

/// Deletes expired retired objects of a library, once or periodically.
package struct RetentionCollector: Sendable {
    /// Pause between two collections; objects may be kept that much longer.
    private static let pause = Duration.seconds(600)

    private let library: StoryboardLibrary
    private let keepingOld: Int

    /// - Parameter keepingOld: Seconds for which retired objects are kept.
    package init(library: StoryboardLibrary, keepingOld: Int) {
        self.library = library
        self.keepingOld = keepingOld
    }

    /// Deletes expired objects.
    ///
    /// - Returns: The storyboards with deleted objects.
    /// - Throws: `unavailable`, after all storyboards were examined.
    @discardableResult
    package func collect(now: Date? = nil) async throws -> [StoryboardID] {
        try await library.collect(keepingOld: keepingOld, now: now)
    }

    /// Collects every ten minutes until its task is cancelled.
    ///
    /// - Parameter report: Called after each collection with the storyboards with deleted objects, or with the error.
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

/// A storyboard with retired objects, as noted in the catalog.
public struct RetiredStoryboard: Hashable, Sendable {
    /// The storyboard.
    public let id: StoryboardID
    /// Time at which the first of the objects was retired. `.distantPast` if a process may have been killed during a
    /// retirement.
    public let since: Date

    /// Creates the record of a retired storyboard.
    public init(id: StoryboardID, since: Date) {
        self.id = id
        self.since = since
    }
}
