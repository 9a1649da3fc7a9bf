import Foundation
import Mosaic

/// The updates of a watched part of a bucket, which is listed again and again.
struct BucketUpdates: Sendable {
    /// The storyboard's updates.
    var updates: WatchUpdates
    /// From the end of one listing to the beginning of the next.
    let pause: Duration
    /// The last listing that was published as a whole; nil before that.
    private var published: ScreenshotListing?

    init(updates: WatchUpdates, pause: Duration) {
        self.updates = updates
        self.pause = pause
    }

    /// Publishes each change, until its task is cancelled.
    ///
    /// - Throws: `CancellationError`; `MosaicError` where a later listing cannot help, or the output is closed.
    mutating func run() async throws {
        while true {
            if let listing = try await listing(), listing != published { try await publish(listing) }
            try await Task.sleep(for: pause)
        }
    }

    private mutating func publish(_ listing: ScreenshotListing) async throws {
        guard let composition = try await updates.publish(listing) else { return }
        // A download that broke has no version, and is tried again with the next listing.
        let isBroken = composition.storyboard.tiles.contains { $0.state == .placeholder && $0.source.version == nil }
        published = isBroken ? nil : listing
    }

    /// The current listing; nil where a later one may help.
    private func listing() async throws -> ScreenshotListing? {
        do {
            return try await updates.source.reader(buckets: updates.buckets, duration: updates.duration).list()
        } catch let error as MosaicError where error.code == .unavailable {
            updates.log.complain(of: [error.description])
        } catch let error as MosaicError where error.code == .noScreenshots {
            updates.log.complain(of: ["\(error) Waiting for screenshots."])
        }
        return nil
    }
}
