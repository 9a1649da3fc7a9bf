import Foundation
import Hummingbird
import Mosaic
import MosaicLibrary

/// `POST /events/s3`: notifications of S3 and MinIO that objects in the bucket of screenshots have changed.
struct EventRoutes: Sendable {
    /// The longest notification, in bytes: room for some thousand events, of which S3 and MinIO send one.
    static let limit = 1 << 19

    /// Nil for a server without a bucket of screenshots.
    let wakes: BucketNotificationHandler?
    /// Called for each storyboard whose folder has changed, whether it has a job or not.
    let invalidate: @Sendable (StoryboardID) -> Void

    func add(to routes: Routes) {
        routes.on([.post], "/events/s3", .notification) { request, _ in
            guard let wakes else { throw RequestError(.notFound, "The server has no bucket of screenshots.") }
            let notification = try await JSONRequest.value(of: request, limit: Self.limit) { bytes in
                try JSONDecoder().decode(BucketNotification.self, from: Data(bytes))
            }
            let outcome = try await wakes.wake(for: notification.events)
            outcome.changed.forEach(invalidate)
            return JSONResponse.json(
                VersionedDocument([
                    "events": notification.events.count, "woken": outcome.woken, "ignored": outcome.ignored,
                ]))
        }
    }
}
