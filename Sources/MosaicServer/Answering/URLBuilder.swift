import HTTPSemantics
import Mosaic
import WebOrigins

/// How the server's URLs begin.
struct URLBuilder: Hashable, Sendable {
    /// What a gateway puts in front of every path: empty, or with a slash in front and none behind.
    let prefix: String
    /// Scheme and host of absolute URLs, without a slash behind; nil for relative ones.
    let origin: String?

    /// Reads the settings.
    ///
    /// - Throws: `invalidSettings`.
    init(_ settings: ServerSettings) throws(MosaicError) {
        prefix = settings.pathPrefix
        guard prefix.split(separator: "/").allSatisfy({ StoryboardID(rawValue: String($0)) != nil }) else {
            throw MosaicError(
                .invalidSettings, "URL prefix", "Its parts have letters, digits and - . _ ~ in them, and no others.")
        }
        guard let url = settings.publicURL else {
            origin = nil
            return
        }
        let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard let origin = Origin(trimmed), ["http", "https"].contains(origin.scheme) else {
            throw MosaicError(.invalidSettings, "public URL", "It has to be http:// or https:// and a host.")
        }
        self.origin = trimmed
    }

    /// The path that everything of a storyboard lies below, with a slash at the end.
    func path(of id: StoryboardID) -> String { "\(prefix)/storyboards/\(id)/" }

    /// The same as an absolute URL; nil where relative ones are wanted.
    func absolute(_ id: StoryboardID) -> String? { origin.map { $0 + path(of: id) } }
}

extension ServerSettings {
    /// What every path begins with: empty, or with a slash in front and none behind.
    package var pathPrefix: String { urlPrefix.split(separator: "/").map { "/" + $0 }.joined() }
}
