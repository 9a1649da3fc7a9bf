package import Mosaic
package import WebVTT

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

/// Settings of thumbnails for media servers.
package struct MediaServerSettings: Hashable, Sendable {
    package var targets: [MediaServer.Target]
    /// Milliseconds from thumbnail to thumbnail, whole seconds; nil for ``jellyfinInterval``, and for the others the
    /// storyboard's own cadence.
    package var interval: Timestamp?
    /// The interval of Jellyfin's settings, for it where ``interval`` is nil.
    package var jellyfinInterval = Timestamp(milliseconds: 10_000)
    /// The thumbnails on a sheet for Jellyfin, which looks for the grid of its settings; nil for its default, 10x10.
    package var jellyfinGrid: TileGrid?
    /// The widths that Jellyfin takes: those of its settings. It ignores or deletes other ones.
    package var jellyfinWidths = [320]
    /// The paths of films on the servers, which may have them elsewhere.
    package var pathMaps: [PathMap] = []
    /// Whether nothing is written.
    package var isDryRun = false

    package init(_ targets: [MediaServer.Target]) { self.targets = targets }

    /// Columns and rows of a sheet for Jellyfin.
    var sheet: (columns: Int, rows: Int) { jellyfinGrid.map { ($0.columns, $0.rows) } ?? (10, 10) }
}

/// Three lines on the thumbnails for one server: the files, the switches of the server, and its task that shows them.
///
/// The first line begins with the server's name.
package struct ServerGuide: Hashable, Sendable {
    private let server: MediaServer
    /// The number of films, and the place of the files.
    package let written: String
    /// The switches that have to be on.
    package let switches: String
    /// The task that shows the thumbnails.
    package let task: String

    /// The guide after a batch; nil if no film has thumbnails for the server.
    ///
    /// - Parameters:
    ///   - summary: The counts of the batch.
    ///   - jellyfin: The sentence on Jellyfin's switches.
    package init?(to target: MediaServer.Target, _ summary: ServerSummary, jellyfin: @autoclosure () -> String) {
        guard let count = summary.films[target.server], count > 0 else { return nil }
        let films = count == 1 ? "1 film has thumbnails" : "\(count) films have thumbnails"
        server = target.server
        switch server {
        case .jellyfin:
            written = films + (target.folder.map { " in \($0)." } ?? ", in NAME.trickplay beside the film.")
            switches = jellyfin()
            task = "Dashboard, Scheduled Tasks: \"Generate Trickplay Images\" shows them; it runs at 3:00 by default."
        case .emby:
            written = films + ", in NAME-WIDTH-SECONDS.bif beside the film."
            switches = "Emby needs none."
            task = "Dashboard, Scheduled Tasks: \"Scan media library\" shows them."
        case .plex:
            written = films + " in \(target.folder ?? MediaServer.plexFolder)."
            switches = "Plex needs none."
            task = "Plex shows them after it analyzes the library: Manage Library, Analyze."
        }
    }

    /// The lines of a table.
    package var lines: [String] {
        let rows = [(server.rawValue, written), ("switches", switches), ("task", task)]
        return rows.map { name, text in name + String(repeating: " ", count: 11 - name.utf8.count) + text }
    }
}
