import Mosaic
import WebOrigins

/// Builds the server's URLs from the path prefix and the public origin.
struct URLBuilder: Hashable, Sendable {
    /// The prefix that a gateway adds to every path: empty, or with a slash at its start and none at its end.
    let prefix: String
    /// Scheme and host of absolute URLs, without a slash at the end; `nil` for relative URLs.
    let origin: String?

    /// Parses the settings.
    ///
    /// - Throws: `invalidSettings`.
    init(_ settings: ServerSettings) throws(MosaicError) {
        prefix = settings.pathPrefix
        guard prefix.split(separator: "/").allSatisfy({ StoryboardID(rawValue: String($0)) != nil }) else {
            throw MosaicError(
                .invalidSettings, "url-prefix",
                "Its parts have letters, digits and - . _ ~ in them, and no others, unlike '\(settings.urlPrefix)'.")
        }
        guard let url = settings.publicURL else {
            origin = nil
            return
        }
        let trimmed = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard let origin = Origin(trimmed), ["http", "https"].contains(origin.scheme) else {
            throw MosaicError(
                .invalidSettings, "public-url", "It has to be http:// or https:// and a host, not '\(url)'.")
        }
        self.origin = trimmed
    }

    /// The path of a storyboard's folder, with a slash at the end.
    func path(of id: StoryboardID) -> String { "\(prefix)/storyboards/\(id)/" }

    /// The absolute URL of a storyboard's folder; `nil` if URLs are relative.
    func absolute(_ id: StoryboardID) -> String? { origin.map { $0 + path(of: id) } }

    /// The URLs of a storyboard's files in its documents. They are absolute if the server knows its public origin,
    /// otherwise relative. They have signed links if reading requires a token.
    ///
    /// Each picture has a separate signature, because its URL is passed on and stored. Documents have the signature of
    /// the storyboard. So have URLs with `$Number$`, which stand for many pictures.
    ///
    /// - Parameter query: A parameter to add to every URL; `nil` adds none.
    func files(of id: StoryboardID, _ links: IssuedLinks?, query: String? = nil) -> FileURLs {
        let urls = absolute(id).map(FileURLs.below) ?? .relative
        guard links != nil || query != nil else { return urls }
        return urls.adding { path in
            let isPicture = ServedPicture(path: path) != nil
            let link = links.map { isPicture ? $0.toPicture(path) : $0.toStoryboard }
            return "?" + [query, link?.query].compactMap(\.self).joined(separator: "&")
        }
    }
}

extension ServerSettings {
    /// The prefix of every path: empty, or with a slash at its start and none at its end.
    package var pathPrefix: String { urlPrefix.split(separator: "/").map { "/" + $0 }.joined() }
}

/// A file of a storyboard with a separate signed link: a sheet, a tile, or a video of tiles.
struct ServedPicture: Hashable, Sendable {
    /// The file's path below the storyboard's folder.
    let path: String

    /// `nil` for documents, and for paths with `$Number$`, which stand for many files.
    init?(path: String) {
        guard let type = ContentType(fileName: path), [.jpeg, .png, .mp4].contains(type), !path.contains("$") else {
            return nil
        }
        self.path = path
    }
}
