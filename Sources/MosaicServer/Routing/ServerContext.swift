import Hummingbird
import Mosaic

/// What goes with a request through the server.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }

    /// A part of the path, decoded; nil where it cannot be.
    func part(_ name: String) -> String? {
        parameters.get(name).flatMap { QueryValues.decoded(Substring($0).utf8) }
    }

    /// The storyboard that the path names.
    ///
    /// - Throws: `notFound` for what cannot be the name of one.
    func storyboard() throws(RequestError) -> StoryboardID {
        guard let id = part("id").flatMap(StoryboardID.init(rawValue:)) else { throw .noStoryboard }
        return id
    }
}
