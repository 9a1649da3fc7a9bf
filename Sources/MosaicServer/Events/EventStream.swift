import Hummingbird
import Mosaic
import MosaicLibrary
import NIOCore
import ServiceLifecycle

/// The body of `GET /events`: missed events, then new ones, until the client disconnects or the server stops.
///
/// The stream has no buffer. If a client reads so slowly that its next event was dropped from ``EventBuffer``, the
/// stream ends. After the client reconnects, a `reset` event asks it to read the lists again.
struct EventStream: Sendable {
    /// Maximum time without a byte; then a keep-alive comment is sent.
    private static let silence = Duration.seconds(15)
    /// Delay in milliseconds after which a client reconnects.
    private static let retry = 2_000

    let hub: EventHub
    let listener: EventHub.Listener
    /// The number of the last event that the client received; `nil` if it has none.
    let last: Int?
    /// The body of the request, which ends with the connection.
    let request: RequestBody
    /// The connection, or the HTTP/2 stream.
    let channel: any Channel

    func write(_ writer: inout any ResponseBodyWriter) async throws {
        defer { hub.leave(listener) }
        // Releases the unused permits: permits are taken only for bytes to send.
        _ = try await writer.reserve(0)
        try await request.consumeWithInboundCloseHandler { _ in
            try await withGracefulShutdownHandler {
                try await send(to: &writer)
            } onGracefulShutdown: {
                listener.end()
            }
        } onInboundClosed: {
            listener.end()
        }
        try await writer.finish(nil)
        // Otherwise a client that keeps its side open would delay the server's shutdown.
        channel.close(promise: nil)
    }

    private func send(to writer: inout any ResponseBodyWriter) async throws {
        var position: Int?
        var sent = ContinuousClock.now
        func write(_ bytes: [UInt8]) async throws {
            try await writer.write(ByteBuffer(bytes: bytes))
            sent = .now
        }
        for await _ in listener.wakes {
            if position == nil, let newest = hub.last {
                let begin = beginning(newest: newest)
                try await write(begin.block)
                position = begin.position
            }
            while let from = position {
                guard case .blocks(let bytes, let number) = hub.following(from, limit: InFlightBudget.chunk) else {
                    return
                }
                guard number > from else { break }
                try await write(bytes)
                position = number
            }
            if ContinuousClock.now - sent >= Self.silence { try await write(Array(":\n\n".utf8)) }
        }
    }

    /// The first block, and the number of the event after which the stream continues.
    private func beginning(newest: Int) -> (block: [UInt8], position: Int) {
        var text = "retry: \(Self.retry)\n"
        if let last {
            if case .blocks = hub.following(last, limit: 0) { return (Array((text + "id: \(last)\n\n").utf8), last) }
            text += "event: \(ServerEvent.Kind.reset.rawValue)\ndata: {}\n"
        }
        return (Array((text + "id: \(newest)\n\n").utf8), newest)
    }
}

/// One event of `GET /events`.
struct ServerEvent: Hashable, Sendable {
    /// The kind of an event.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A new or changed job, as in `GET /jobs`.
        case job
        /// A published storyboard, as in `GET /storyboards`.
        case storyboard
        /// The id of a storyboard that was removed.
        case removed
        /// Events are missing: the client must read the lists again.
        case reset
    }

    let kind: Kind
    /// A JSON object on one line.
    let data: [UInt8]

    static let reset = ServerEvent(kind: .reset, data: Array("{}".utf8))

    /// The event as a block of a stream.
    ///
    /// See [Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
    func block(_ number: Int) -> [UInt8] {
        Array("id: \(number)\nevent: \(kind.rawValue)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
}

extension ServerEvent {
    /// The event of a change in the catalog.
    init(_ change: CatalogChange, _ urls: URLBuilder) {
        switch change {
        case .job(let job, let entry):
            let document = JobDocument(job, urls, placeholders: entry?.placeholders)
            self.init(kind: .job, data: JSONBody.bytes(of: document))
        case .storyboard(let entry, let job):
            let links = StoryboardDocument.Links(servedBelow: urls.absolute(entry.id) ?? urls.path(of: entry.id))
            self.init(
                kind: .storyboard, data: JSONBody.bytes(of: StoryboardDocument(entry, job: job, links: links)))
        case .removed(let id):
            self.init(kind: .removed, data: JSONBody.bytes(of: ["id": id.rawValue]))
        case .unknown: self = .reset
        }
    }
}
