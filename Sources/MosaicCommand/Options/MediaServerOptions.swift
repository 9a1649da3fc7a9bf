import ArgumentParser
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// For which media servers a batch writes thumbnails of films.
struct MediaServerOptions: ParsableArguments {
    /// `jellyfin,emby,plex=FOLDER`.
    struct Targets: ExpressibleByArgument {
        let targets: [MediaServer.Target]

        init?(argument: String) {
            guard let targets = MediaServer.Target.list(parsing: argument) else { return nil }
            self.targets = targets
        }
    }

    @Option(
        help: ArgumentHelp(
            """
            After a film's storyboard, write its thumbnails where media servers look, without encoding: jellyfin (BASE.trickplay \
            beside the film, or jellyfin=FOLDER in its data), emby (BASE-WIDTH-SECONDS.bif beside the film), \
            plex[=FOLDER] (index-sd.bif in the bundle of Plex Media Server's folder). What they made themselves stays.
            """, valueName: "servers"))
    var publish: Targets?

    @Option(
        help: ArgumentHelp(
            """
            Time from thumbnail to thumbnail for media servers, in whole seconds. Jellyfin reads its own setting: 10 s unless \
            changed, which is the default for it; for the others, the storyboard's own interval.
            """, valueName: "seconds"))
    var publishInterval: Timestamp?

    @Option(
        help: ArgumentHelp(
            "Thumbnails on a sheet for Jellyfin, as in its settings. (default: 10x10)", valueName: "grid"))
    var publishGrid: TileGrid?

    @Flag(help: "Compose and write nothing, but tell what --publish would do with storyboards that are there.")
    var dryRun = false

    func validate() throws {
        guard publish != nil else {
            if publishInterval != nil || publishGrid != nil || dryRun {
                throw ValidationError("--publish-interval, --publish-grid and --dry-run go with --publish.")
            }
            return
        }
        if let interval = publishInterval?.milliseconds, interval < 1_000 || interval % 1_000 != 0 {
            throw ValidationError("--publish-interval takes whole seconds, 1 or more.")
        }
    }

    /// Nil without `--publish`.
    var publisher: MediaServerPublisher? {
        publish.map { publish in
            var settings = MediaServerSettings(publish.targets)
            settings.interval = publishInterval
            settings.grid = publishGrid
            settings.isDryRun = dryRun
            return MediaServerPublisher(settings)
        }
    }
}
