import Hummingbird
import Logging
import Mosaic
import MosaicLibrary
import NIOCore

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The request id in answer and log.
    let requestID: String
    /// The channel of the request: the connection, or the stream of HTTP/2.
    let channel: any Channel
    /// The owner of jobs that the request submits.
    var owner = JobOwner.anonymous
    /// The trace that the client has the request in; nil where it names none.
    var trace: TraceParent? {
        didSet {
            logger[metadataKey: "trace_id"] = trace.map { .string($0.traceID) }
            logger[metadataKey: "span_id"] = trace.map { .string($0.spanID) }
        }
    }

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        requestID = RequestNumber.next().description
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = .string(requestID)
    }

    /// A part of the path, decoded; nil where it cannot be.
    func part(_ name: String) -> String? {
        parameters.get(name).flatMap { PercentEncoding.decoded(Substring($0).utf8) }
    }

    /// The sheet in the path, or the tile as `tiles/{name}`, or the file in a folder; nil where there is none.
    var picture: String? { filePath ?? part("entry") ?? part("tile").map { "tiles/\($0)" } }

    /// The path of a file in a folder below the storyboard's, decoded; nil without one, and where it cannot be.
    var filePath: String? {
        guard parameters.get("second") != nil else { return nil }
        let names = ["entry", "second", "third", "fourth"].filter { parameters.get($0) != nil }
        let parts = names.compactMap(part)
        return parts.count == names.count ? parts.joined(separator: "/") : nil
    }

    /// The storyboard in the path.
    ///
    /// - Throws: `notFound` for what cannot be the name of one.
    func storyboard() throws(RequestError) -> StoryboardID {
        guard let id = part("id").flatMap(StoryboardID.init(rawValue:)) else { throw .noStoryboard }
        return id
    }

    /// The storyboard in the path of a request that may create it.
    ///
    /// - Throws: `invalidRequest` with the form of an id.
    func createdStoryboard() throws(RequestError) -> StoryboardID {
        guard let id = part("id").flatMap(StoryboardID.init(rawValue:)) else {
            throw RequestError(.invalidRequest, StoryboardID.rule)
        }
        return id
    }
}
