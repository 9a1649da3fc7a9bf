import HTTPSemantics

/// What a route is, as far as it decides who may use it.
enum RouteAccess: Hashable, Sendable {
    /// Anybody may ask, always: whether the server lives.
    case open
    /// Something of a storyboard that is published: readable by all, or with a token or signed link.
    case published(ResourceKind)
    /// Lists, jobs and what else tells about the whole library: with the token where there is one.
    case report
    /// Changes something: with the token where there is one, never from a foreign page, not at all where the server only
    /// reads.
    case write
    /// Changes nothing that is stored: like a write, and with the token also where the server only reads.
    case upkeep

    /// Whether it is a document or picture of a storyboard, which pages of all origins may read unless told otherwise;
    /// lists are none of these.
    var isPublished: Bool {
        switch self {
        case .published(let kind): kind != .report
        case .open, .report, .write, .upkeep: false
        }
    }
}
