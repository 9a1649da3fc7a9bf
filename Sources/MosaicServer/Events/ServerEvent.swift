import Mosaic
import MosaicLibrary

/// One event of `GET /events`.
struct ServerEvent: Hashable, Sendable {
    /// The subject of an event.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A job as in `GET /jobs`.
        case job
        /// A published storyboard as in `GET /storyboards`.
        case storyboard
        /// The id of a storyboard that is not published any more.
        case removed
        /// Events are missing: the client reads the lists anew.
        case reset
    }

    let kind: Kind
    /// A JSON object in one line.
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
