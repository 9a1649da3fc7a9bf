import ArgumentParser
import CommandSupport
import Foundation
import MosaicLibrary

/// Options for the library of `publish` and `unpublish`, and for the settings of the media server.
struct PublishOptions: OptionTable {
    var library: String?
    var catalog: String?
    var jellyfin: String?
    var pathMap: [PathMap] = []

    static let options: [DeclaredOption<PublishOptions>] = [
        .option(
            \.library, "library", short: "o", value: "dir",
            """
            The library's folder; by default the one that MOSAIC_LIBRARY names, or else $XDG_STATE_HOME/mosaic, which is \
            ~/.local/state/mosaic, and as a service of systemd its state directory, such as /var/lib/mosaic.
            """),
        .option(
            \.catalog, "catalog", value: "path",
            "The catalog's file, for a folder on a network file system; by default it lies hidden in the folder."),
        .option(
            \.jellyfin, "jellyfin", value: "folder",
            "The data folder of the Jellyfin server, whose settings are read. (default: /var/lib/jellyfin if it has them)"
        ),
        .list(
            \.pathMap, "path-map", value: "here=there",
            """
            The path of a folder of films here, and on the media server, which has it elsewhere in a container: \
            --path-map /srv/media=/media. May be repeated.
            """),
    ]

    /// Whether the media server is described; otherwise the options of an earlier run of the folder count.
    var areGiven: Bool { jellyfin != nil || !pathMap.isEmpty }

    var libraryPath: String { library ?? LibraryOptions.publishedPath }

    /// The options of `mosaic batch` for the media server.
    ///
    /// - Parameter targets: The media servers; only Jellyfin has settings.
    func batchOptions(for targets: [MediaServer.Target]) -> [String] {
        var options = pathMap.flatMap { ["--path-map", $0.description] }
        let target = targets.first { $0.server == .jellyfin }
        if let jellyfin {
            options += ["--jellyfin", jellyfin]
        } else if let target, target.folder == nil, JellyfinConfiguration.isReadable(at: Self.jellyfinFolder) {
            options += ["--jellyfin", Self.jellyfinFolder]
        }
        return options
    }

    /// The data folder of Jellyfin's packages.
    private static let jellyfinFolder = "/var/lib/jellyfin"
}
