/// A media server that finds thumbnails of films in files, without a login.
package enum MediaServer: String, Hashable, Sendable, CaseIterable, Codable {
    case jellyfin, emby, plex

    /// The default folder of Plex Media Server on Debian.
    package static let plexFolder = "/var/lib/plexmediaserver/Library/Application Support/Plex Media Server"

    /// A server and its data folder.
    package struct Target: Hashable, Sendable {
        package let server: MediaServer
        /// The server's folder; nil for files beside films, and for ``MediaServer/plexFolder``.
        package let folder: String?

        package init(_ server: MediaServer, folder: String? = nil) {
            self.server = server
            self.folder = folder
        }

        /// Whether its files lie beside films.
        var isBesideFilms: Bool { server != .plex && folder == nil }
    }
}

extension MediaServer.Target {
    /// Reads `jellyfin,emby,plex=FOLDER`; a comma in a folder's name is part of it unless a server's name follows.
    ///
    /// Nil for another name, a server that is named twice, an empty folder, and a folder for Emby, which reads files beside
    /// films alone.
    package static func list(parsing text: String) -> [MediaServer.Target]? {
        var found: [(server: MediaServer, folder: String?)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if let server = MediaServer(rawValue: pair[0]) {
                found.append((server, pair.count == 2 ? pair[1] : nil))
            } else if let folder = found.last?.folder {
                found[found.count - 1].folder = folder + "," + part
            } else {
                return nil
            }
        }
        let isValid = found.allSatisfy { $0.folder != "" && ($0.server != .emby || $0.folder == nil) }
        guard isValid, Set(found.map(\.server)).count == found.count else { return nil }
        return found.map { MediaServer.Target($0.server, folder: $0.folder) }
    }
}
