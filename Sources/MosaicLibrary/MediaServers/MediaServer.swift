package import Mosaic
package import WebVTT

/// A media server that reads thumbnails of films from files, without a login.
package enum MediaServer: String, Hashable, Sendable, CaseIterable, Codable {
    case jellyfin, emby, plex

    /// The default folder of Plex Media Server on Debian.
    package static let plexFolder = "/var/lib/plexmediaserver/Library/Application Support/Plex Media Server"

    /// A media server and its data folder.
    package struct Target: Hashable, Sendable {
        package let server: MediaServer
        /// The server's data folder. nil writes files next to the films; for Plex, nil means
        /// ``MediaServer/plexFolder``.
        package let folder: String?

        package init(_ server: MediaServer, folder: String? = nil) {
            self.server = server
            self.folder = folder
        }

        /// Whether the thumbnails are written next to the films.
        var isBesideFilms: Bool { server != .plex && folder == nil }
    }
}

extension MediaServer.Target {
    /// Parses `jellyfin,emby,plex=FOLDER`. A comma belongs to the folder's name unless a server's name follows.
    ///
    /// Nil for an unknown server, a server that occurs twice, or an empty folder. Nil also for a folder of Emby, which
    /// only reads files next to films.
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
    /// Time between two thumbnails, in whole seconds. nil means ``jellyfinInterval`` for Jellyfin and the storyboard's
    /// own interval for other servers.
    package var interval: Timestamp?
    /// Interval in Jellyfin's settings; used for Jellyfin if ``interval`` is nil.
    package var jellyfinInterval = Timestamp(milliseconds: 10_000)
    /// Columns and rows of a Jellyfin sheet, as in Jellyfin's settings; nil for Jellyfin's default, 10x10.
    package var jellyfinGrid: TileGrid?
    /// Widths in Jellyfin's settings, in pixels. Jellyfin ignores or deletes thumbnails of other widths.
    package var jellyfinWidths = [320]
    /// Maps paths on this machine to paths on the servers.
    package var pathMaps: [PathMap] = []
    /// Whether writing is only simulated.
    package var isDryRun = false

    package init(_ targets: [MediaServer.Target]) { self.targets = targets }

    /// Columns and rows of a Jellyfin sheet.
    var sheet: (columns: Int, rows: Int) { jellyfinGrid.map { ($0.columns, $0.rows) } ?? (10, 10) }
}

/// Three lines about the thumbnails for one server: the files, the required switches, and the server's task that loads
/// them.
///
/// The first line begins with the server's name.
package struct ServerGuide: Hashable, Sendable {
    private let server: MediaServer
    /// The number of films and the location of the files.
    package let written: String
    /// The required switches.
    package let switches: String
    /// The server's task that loads the thumbnails.
    package let task: String

    /// Creates the guide after a batch; nil if no film has thumbnails for the server.
    ///
    /// - Parameters:
    ///   - summary: The counts of the batch.
    ///   - jellyfin: One sentence on Jellyfin's switches.
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

    /// The guide as three aligned lines.
    package var lines: [String] {
        let rows = [(server.rawValue, written), ("switches", switches), ("task", task)]
        return rows.map { name, text in name + String(repeating: " ", count: 11 - name.utf8.count) + text }
    }
}
