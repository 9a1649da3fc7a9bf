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
