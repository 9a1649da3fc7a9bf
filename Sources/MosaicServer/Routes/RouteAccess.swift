/// The kind of a route, which decides who may use it.
enum RouteAccess: Hashable, Sendable {
    /// Always open to everyone: whether the server runs.
    case open
    /// A published resource of a storyboard: readable by all, or with a token or signed link.
    case published(ResourceKind)
    /// Lists, jobs and other reports on the whole library: with the token where there is one.
    case report
    /// Changes stored data: with the token where there is one, never from a page of another origin, not at all on a
    /// read-only server.
    case write
    /// Reports a change elsewhere: like a write, and the token may also come without the word Bearer, as some senders of
    /// notifications write it.
    case notification
    /// Videos, and lists of them and of downloads: with a token also where nothing else takes one, unless the server
    /// opens them. Players load videos by URL alone, so that a token in the query may be taken, too.
    case download(takesTokenInQuery: Bool)
    /// Changes downloads: like a write, and with a token where ``download(takesTokenInQuery:)`` takes one.
    case downloadWrite
    /// Changes no stored data: like a write, but also allowed with the token on a read-only server.
    case upkeep

    /// Whether its requests may submit jobs.
    var submitsJobs: Bool {
        switch self {
        case .write, .notification, .downloadWrite: true
        case .open, .published, .report, .download, .upkeep: false
        }
    }

    /// Whether it is a document or picture of a storyboard, which pages of all origins may read by default; lists are
    /// not.
    var isPublished: Bool {
        switch self {
        case .published(let kind): kind != .report
        case .open, .report, .write, .notification, .download, .downloadWrite, .upkeep: false
        }
    }
}
