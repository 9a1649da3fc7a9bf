import Foundation
import Mosaic
import MosaicSystem

/// The updates of a watched film: it is composed when it has arrived as a whole, and again when another one replaces it.
struct FilmUpdates: Sendable {
    /// The storyboard's updates.
    var updates: WatchUpdates
    /// Tells when the film can be read.
    var watcher: FileWatcher

    /// Publishes each version of the film, until its task is cancelled.
    ///
    /// - Throws: `CancellationError`; `MosaicError` where another film cannot help, or the output is closed.
    mutating func run() async throws {
        var isPublished = false
        while true {
            switch try await watcher.next() {
            case .absent:
                complain(isPublished ? "The film is missing; published files stay." : "There is no such film yet.")
            case .changing: complain("The film is being written.")
            case .stable:
                do {
                    isPublished = try await updates.publish(nil) || isPublished
                } catch let error as MosaicError where Self.concernsFilm(error.code) {
                    updates.log.complain(of: ["\(error) Waiting for another film in its place."])
                }
            }
        }
    }

    private func complain(_ reason: String) { updates.log.complain(of: ["\(updates.source.folderName): \(reason)"]) }

    private static func concernsFilm(_ code: MosaicError.Code) -> Bool {
        switch code {
        case .malformed, .unsupported, .limitExceeded: true
        default: false
        }
    }
}
