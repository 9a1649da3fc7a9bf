import HTTPSemantics
import Hummingbird
import Logging
import Mosaic
import NIOCore

/// What goes with a request through the server.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// What the request is called, in its answer as in the log: 16 hexadecimal digits, drawn by lot.
    let requestID: String
    /// What the request came over: the connection, or the stream of HTTP/2.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = CoreRequestContextStorage(source: source)
        requestID = Self.requestNumber()
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = .string(requestID)
    }

    /// What a request is called: 16 hexadecimal digits, the first of which is not 0.
    static func requestNumber() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

    /// A part of the path, decoded; nil where it cannot be.
    func part(_ name: String) -> String? {
        parameters.get(name).flatMap { QueryValues.decoded(Substring($0).utf8) }
    }

    /// The sheet that the path names, or the tile as `tiles/{name}`; nil where it names neither.
    var picture: String? { part("sheet") ?? part("tile").map { "tiles/\($0)" } }

    /// The storyboard that the path names.
    ///
    /// - Throws: `notFound` for what cannot be the name of one.
    func storyboard() throws(RequestError) -> StoryboardID {
        guard let id = part("id").flatMap(StoryboardID.init(rawValue:)) else { throw .noStoryboard }
        return id
    }
}
