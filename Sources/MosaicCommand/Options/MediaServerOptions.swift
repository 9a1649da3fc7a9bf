import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import WebVTT

/// Options for writing thumbnails of films for media servers.
struct MediaServerOptions: OptionTable {
    /// Servers in the form `jellyfin,emby,plex=FOLDER`.
    struct Targets: ExpressibleByArgument {
        let targets: [MediaServer.Target]

        init?(argument: String) {
            guard let targets = MediaServer.Target.list(parsing: argument) else { return nil }
            self.targets = targets
        }
    }

    var publish: Targets?
    var unpublish: Targets?
    var publishInterval: Timestamp?
    var publishGrid: TileGrid?
    var jellyfin: String?
    var pathMap: [PathMap] = []
    var dryRun = false

    static let options: [DeclaredOption<MediaServerOptions>] = [
        .option(
            \.publish, "publish", value: "servers",
            """
            After a film's storyboard, write its thumbnails where media servers look: jellyfin (BASE.trickplay \
            beside the film, or jellyfin=FOLDER in its data), emby (BASE-WIDTH-SECONDS.bif beside the film), \
            plex[=FOLDER] (index-sd.bif in the bundle of Plex Media Server's folder). What they made themselves stays.
            """),
        .option(
            \.unpublish, "unpublish", value: "servers",
            """
            Compose nothing, but remove the files that earlier runs wrote for these servers and the films below ROOT. Files \
            of other programs stay. --dry-run lists the files.
            """),
        .option(
            \.publishInterval, "publish-interval", value: "seconds",
            """
            Time from thumbnail to thumbnail for media servers, in whole seconds. Jellyfin reads its own setting: 10 s unless \
            changed, which is the default for it; for the others, the storyboard's own interval.
            """),
        .option(
            \.publishGrid, "publish-grid", value: "grid",
            "Thumbnails on a sheet for Jellyfin, as in its settings. (default: 10x10)"),
        .option(
            \.jellyfin, "jellyfin", value: "folder",
            """
            The data folder of the Jellyfin server, such as /var/lib/jellyfin: widths, grid and interval are those of its \
            config/system.xml, and the switches of the library that holds ROOT are checked. jellyfin=FOLDER has the same \
            effect if FOLDER has the settings. By default 320, 10x10 and 10 s.
            """),
        .list(
            \.pathMap, "path-map", value: "here=there",
            """
            The path of a folder of films here, and on the media servers, which have it elsewhere in a container: \
            --path-map /srv/media=/media. May be repeated; the longest folder counts. The folder of a film in a server's data \
            and the library of --jellyfin follow from that path.
            """),
        .flag(
            \.dryRun, "dry-run",
            """
            Compose and write nothing, but list the storyboards that would be composed, and with --publish the files for \
            media servers.
            """),
    ]

    func validate() throws {
        if unpublish != nil {
            guard publish == nil, publishInterval == nil, publishGrid == nil, jellyfin == nil else {
                throw ValidationError(
                    "--unpublish takes --path-map and --dry-run, and no other option for media servers.")
            }
            return
        }
        guard publish != nil else {
            let option = [
                publishInterval.map { _ in "--publish-interval" }, publishGrid.map { _ in "--publish-grid" },
                jellyfin.map { _ in "--jellyfin" }, pathMap.first.map { _ in "--path-map" },
            ].compactMap(\.self).first
            if let option { throw ValidationError("\(option) goes with --publish, such as --publish jellyfin.") }
            return
        }
        if jellyfin != nil, !isForJellyfin { throw ValidationError("--jellyfin goes with --publish jellyfin.") }
        if let interval = publishInterval?.milliseconds, interval < 1_000 || interval % 1_000 != 0 {
            throw ValidationError("--publish-interval takes whole seconds, 1 or more.")
        }
    }

    var isForJellyfin: Bool { publish?.targets.contains { $0.server == .jellyfin } ?? false }

    /// The folder with Jellyfin's settings: the folder of `--jellyfin`, or of `--publish jellyfin=FOLDER` if it has
    /// settings.
    private var settingsFolder: String? {
        if let jellyfin { return jellyfin }
        let folder = publish?.targets.first { $0.server == .jellyfin }?.folder
        return folder.flatMap { JellyfinConfiguration.isReadable(at: $0) ? $0 : nil }
    }

    /// Jellyfin's settings; the defaults of a new server without ``settingsFolder``.
    ///
    /// - Throws: Errors of ``JellyfinConfiguration/init(at:)``.
    func jellyfinConfiguration() throws -> JellyfinConfiguration {
        try settingsFolder.map(JellyfinConfiguration.init(at:)) ?? JellyfinConfiguration()
    }

    /// Creates the publisher for the servers of `--publish`, and checks their folders; nil without `--publish`.
    ///
    /// - Throws: `unavailable` if a server's folder is missing, or is not a folder of that server.
    func publisher(for configuration: JellyfinConfiguration) throws -> MediaServerPublisher? {
        guard let publish else { return nil }
        var settings = MediaServerSettings(publish.targets)
        settings.jellyfinWidths = configuration.widths
        settings.jellyfinInterval = configuration.interval
        settings.jellyfinGrid = publishGrid ?? configuration.grid
        settings.interval = publishInterval
        settings.pathMaps = pathMap
        settings.isDryRun = dryRun
        let publisher = MediaServerPublisher(settings)
        try publisher.check()
        return publisher
    }

    /// Creates the publisher that removes thumbnails of the servers of `--unpublish`; nil without `--unpublish`.
    ///
    /// - Throws: `unavailable` if a server's folder is missing, or is not a folder of that server.
    func withdrawer() throws -> MediaServerPublisher? {
        guard let unpublish else { return nil }
        var settings = MediaServerSettings(unpublish.targets)
        settings.pathMaps = pathMap
        settings.isDryRun = dryRun
        let publisher = MediaServerPublisher(settings)
        try publisher.check()
        return publisher
    }

    /// Sets the widths of tiles that Jellyfin accepts, unless the options name widths.
    ///
    /// - Throws: `invalidSettings` if the options name only widths that Jellyfin does not accept.
    func apply(_ configuration: JellyfinConfiguration, to settings: inout CompositionSettings) throws {
        guard isForJellyfin else { return }
        let (widths, chosen) = (configuration.widths, settings.widths)
        if let first = chosen.first, !chosen.contains(where: widths.contains) {
            let names = widths.map(String.init).joined(separator: ",")
            throw MosaicError(
                .invalidSettings, "width",
                "Jellyfin ignores or deletes thumbnails \(first) pixels wide: its settings name \(names). Leave out --width, "
                    + "or take --width \(names)\(settingsFolder == nil ? "; --jellyfin FOLDER reads its settings" : "")."
            )
        }
        if chosen.isEmpty {
            settings.geometry.width = widths.first
            if widths.count > 1 { settings.furtherWidths = Array(widths.dropFirst()) }
        }
    }

    /// The remark on a library in the films' folder, whose sheets a media server would list as pictures; nil otherwise.
    func remark(on library: String?, below root: String?) -> String? {
        guard publish != nil, let library, let root else { return nil }
        let path = URL(fileURLWithPath: library).resolvingSymlinksInPath().path
        guard RealPath.path(of: path, below: root) != nil else { return nil }
        return
            "\(library): The library is in the folder of the films, so media servers list its sheets as pictures. Choose "
            + "a folder elsewhere with -o."
    }

    /// Three lines for each server that has thumbnails of films after a batch.
    ///
    /// - Parameter root: The folder of the films; nil for films of a manifest.
    func guide(_ summary: ServerSummary, _ configuration: JellyfinConfiguration, root: String?) -> [String] {
        (publish?.targets ?? []).compactMap { target in
            ServerGuide(
                to: target, summary, jellyfin: switches(configuration, root, isBesideMedia: target.folder == nil))
        }.flatMap(\.lines).map { TerminalText.harmless($0) }
    }

    private func switches(_ configuration: JellyfinConfiguration, _ root: String?, isBesideMedia: Bool) -> String {
        guard settingsFolder != nil, let root else {
            let advice = settingsFolder == nil ? " --jellyfin FOLDER, the server's data folder, checks them." : ""
            return JellyfinConfiguration.unread(isBesideMedia: isBesideMedia) + advice
        }
        return configuration.switches(for: pathMap.serverFolders(of: root), isBesideMedia: isBesideMedia)
    }
}
