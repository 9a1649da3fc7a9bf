import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import NIOCore

/// `POST /events/s3`: notifications of S3 and MinIO that objects in the bucket of screenshots have changed.
struct EventRoutes: Sendable {
    /// Maximum size of a notification in bytes: room for some thousand events. S3 and MinIO send one event in each
    /// notification.
    static let limit = 1 << 19

    /// Handles notifications; `nil` without a bucket of screenshots.
    let wakes: BucketNotificationHandler?
    /// Called for each storyboard whose folder has changed, even if it has no job.
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

/// `GET /events`: an event stream of changed jobs and storyboards.
struct EventStreamRoutes: Sendable {
    /// Maximum duration of a stream with a JWT in seconds, because timers have a limit.
    private static let longest = Double(10 * 365 * 24 * 60 * 60)

    let hub: EventHub
    let rule: AccessRule

    func add(to routes: Routes) {
        routes.on([.get, .head], "/events", .report) { request, context in
            var fields: HTTPFields = [:]
            fields[.contentType] = "text/event-stream"
            fields[.cacheControl] = Caching.unstored.fieldValue(for: .anyone)
            fields[.xContentTypeOptions] = "nosniff"
            // Gateways that buffer responses would delay events.
            fields[.xAccelBuffering] = "no"
            guard request.method == .get else { return Response(status: .ok, headers: fields) }
            let last = Self.lastEvent(of: request)
            guard let listener = hub.listen() else {
                throw RequestError(.unavailable, "Too many clients listen.", [.retryAfter: "5"])
            }
            let lifetime = rule.lifetime(of: request, now: .now)
            let expiry = lifetime.map { seconds in
                let delay = TimeAmount.milliseconds(Int64(min(seconds, Self.longest) * 1_000))
                return context.channel.eventLoop.scheduleTask(in: delay) { listener.end() }
            }
            context.channel.closeFuture.whenComplete { [hub] _ in
                expiry?.cancel()
                hub.leave(listener)
            }
            let stream = EventStream(
                hub: hub, listener: listener, last: last, request: request.body, channel: context.channel)
            return Response(
                status: .ok, headers: fields, body: ResponseBody { writer in try await stream.write(&writer) })
        }
    }

    /// The number of the last event that the client received; -1 if the header field is not a number, `nil` without it.
    private static func lastEvent(of request: Request) -> Int? {
        guard let field = request.headers[.lastEventID], !field.isEmpty else { return nil }
        return Int(field) ?? -1
    }
}

extension HTTPField.Name {
    /// The number of the last event that a client has received.
    ///
    /// See [Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html#the-last-event-id-header).
    static let lastEventID = constant("Last-Event-ID")

    /// Whether a gateway buffers the response before it forwards the response.
    static let xAccelBuffering = constant("X-Accel-Buffering")
}

/// `POST /events/files`: notifications of Sonarr and Radarr that files were imported.
struct FileEventRoutes: Sendable {
    /// Maximum size of a notification in bytes.
    static let limit = 4 << 20

    let imports: FileImports

    func add(to routes: Routes) {
        routes.on([.post], "/events/files", .notification) { request, context in
            let notification = try await JSONRequest.value(of: request, limit: Self.limit) { bytes in
                try JSONDecoder().decode(FileNotification.self, from: Data(bytes))
            }
            let outcome = try await imports.submit(
                notification.paths, of: context.owner, trace: context.trace)
            return JSONResponse.json(
                VersionedDocument([
                    "files": notification.paths.count, "submitted": outcome.submitted, "ignored": outcome.ignored,
                ]))
        }
    }
}
