import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /events`: jobs and storyboards as they change.
struct EventStreamRoutes: Sendable {
    /// Maximum length of a stream with a signed token, in seconds; timers have a limit.
    private static let longest = Double(10 * 365 * 24 * 60 * 60)

    let hub: EventHub
    let rule: AccessRule

    func add(to routes: Routes) {
        routes.on([.get, .head], "/events", .report) { request, context in
            var fields: HTTPFields = [:]
            fields[.contentType] = "text/event-stream"
            fields[.cacheControl] = Caching.unstored.fieldValue(for: .anyone)
            fields[.xContentTypeOptions] = "nosniff"
            // Gateways that collect answers would hold events back.
            fields[.xAccelBuffering] = "no"
            guard request.method == .get else { return Response(status: .ok, headers: fields) }
            let last = Self.lastEvent(of: request)
            guard let listener = hub.listen() else {
                throw RequestError(.unavailable, "Too many clients listen.", [.retryAfter: "5"])
            }
            let lifetime = await rule.lifetime(of: request, now: .now)
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

    /// The last event that a client has; -1 if the field is not a number of an event.
    private static func lastEvent(of request: Request) -> Int? {
        guard let field = request.headers[.lastEventID], !field.isEmpty else { return nil }
        return Int(field) ?? -1
    }
}

extension HTTPField.Name {
    /// The last event that a client has received.
    ///
    /// See [Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html#the-last-event-id-header).
    static let lastEventID = constant("Last-Event-ID")

    /// Whether a gateway collects the answer before it sends it on.
    static let xAccelBuffering = constant("X-Accel-Buffering")
}
