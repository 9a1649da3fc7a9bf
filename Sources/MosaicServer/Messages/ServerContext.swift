import Hummingbird
import Logging
import Mosaic
import MosaicLibrary
import NIOCore

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The request id in response and log.
    let requestID: String
    /// The channel of the request: the connection, or the stream of HTTP/2.
    let channel: any Channel
    /// The owner of jobs that the request submits.
    var owner = JobOwner.anonymous
    /// The client's trace of the request; `nil` if the request has no valid `traceparent`.
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

    /// The decoded path parameter of a name; `nil` if it is missing or cannot be decoded.
    func part(_ name: String) -> String? {
        parameters.get(name).flatMap { PercentEncoding.decoded(Substring($0).utf8) }
    }

    /// The name of the sheet in the path, the path of a file in a subfolder, or the tile as `tiles/{name}`; `nil` if
    /// there is none.
    var picture: String? { filePath ?? part("entry") ?? part("tile").map { "tiles/\($0)" } }

    /// The decoded path of a file in a subfolder of the storyboard; `nil` if there is none or it cannot be decoded.
    var filePath: String? {
        guard parameters.get("second") != nil else { return nil }
        let names = ["entry", "second", "third", "fourth"].filter { parameters.get($0) != nil }
        let parts = names.compactMap(part)
        return parts.count == names.count ? parts.joined(separator: "/") : nil
    }

    /// The storyboard's id in the path.
    ///
    /// - Throws: `notFound` if it is not a valid id.
    func storyboard() throws(RequestError) -> StoryboardID {
        guard let id = part("id").flatMap(StoryboardID.init(rawValue:)) else { throw .noStoryboard }
        return id
    }

    /// The storyboard's id in the path of a request that may create the storyboard.
    ///
    /// - Throws: `invalidRequest` with the rule for ids if it is not a valid id.
    func createdStoryboard() throws(RequestError) -> StoryboardID {
        guard let id = part("id").flatMap(StoryboardID.init(rawValue:)) else {
            throw RequestError(.invalidRequest, StoryboardID.rule)
        }
        return id
    }
}
