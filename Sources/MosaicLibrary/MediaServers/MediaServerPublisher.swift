import Foundation
package import Mosaic
import MosaicSystem
import TiledJPEG
import WebVTT

/// Writes thumbnails of films into the files that media servers read.
package struct MediaServerPublisher: Sendable {
    /// Reads the facts about a film by its path; nil if the film cannot be opened. Called only if the facts are not
    /// known from the storyboard.
    package typealias Facts = @Sendable (String) async -> FilmFacts?

    let settings: MediaServerSettings
    private let facts: Facts

    package init(
        _ settings: MediaServerSettings, facts: @escaping Facts = { path in try? await FilmFacts(of: path) }
    ) {
        self.settings = settings
        self.facts = facts
    }

    /// Writes missing and outdated files for each server. A failure for one server does not affect the others.
    ///
    /// - Parameters:
    ///   - id: The film's storyboard.
    ///   - film: The film's path.
    ///   - store: Store that contains the storyboard below its id.
    ///   - pixels: Pixels of the tiles that this run composed; `nil` without any.
    package func publish(
        _ id: StoryboardID, of film: String, in store: any ObjectStore, pixels: KeptPixels? = nil
    ) async -> [ServerPublication] {
        let film = URL(fileURLWithPath: film).standardizedFileURL.path
        let storyboards: StoryboardSet
        do {
            guard let found = try await StoryboardSet.published(in: store, ObjectKey(id)) else {
                throw MosaicError(.unavailable, id.rawValue, "There is no storyboard of it yet.")
            }
            storyboards = found
        } catch {
            return settings.targets.map { target in
                ServerPublication(target.server, failedIn: nil, error, isDryRun: settings.isDryRun)
            }
        }
        let sheets = StoredSheets(in: store, folder: ObjectKey(id))
        var publications: [ServerPublication] = []
        let other = FilmName.first(besides: film)
        for target in settings.targets {
            var place: MediaServerFolder?
            do {
                let found = try MediaServerFolder(of: film, for: target, settings.pathMaps)
                place = found
                if target.isBesideFilms, let other {
                    let lengths = await lengths(of: film, storyboards.main, besides: other)
                    publications.append(
                        ServerPublication(target.server, in: found.folder, ofOther: FolderPath.name(of: other), lengths)
                    )
                    continue
                }
                let made = try await files(of: storyboards, sheets, pixels, for: target.server, film: film)
                let owner = settings.isDryRun ? nil : found.owner
                var changes = try await found.update(to: made.map(\.item), isDryRun: settings.isDryRun)
                let hasOtherOwner = changes.contains { change in
                    change.action == .written && owner?.owns(found.folder + "/" + change.name) == false
                }
                // A renamed film counts as a new film, so its files are written and the old ones are orphans.
                if target.folder == nil, changes.contains(where: { $0.action == .written }) {
                    let orphans = MediaServerOrphans(in: FolderPath.parent(of: film), for: target.server)
                    if !settings.isDryRun { try orphans.remove() }
                    changes += orphans.changes
                }
                var publication = ServerPublication(target.server, in: found.folder, changes, made.map(\.times))
                publication.hasOtherOwner = hasOtherOwner
                publication.recodedTiles = made.reduce(0) { $0 + ($1.sheets?.recodedTiles ?? 0) }
                publications.append(publication)
            } catch {
                publications.append(
                    ServerPublication(target.server, failedIn: place?.folder, error, isDryRun: settings.isDryRun))
            }
        }
        return publications
    }

    /// The lengths of a film and of another film with the same name; nil unless both are known.
    private func lengths(
        of film: String, _ storyboard: Storyboard, besides other: String
    ) async -> (own: Timestamp, other: Timestamp)? {
        var own = storyboard.duration
        if own == nil { own = await facts(film)?.length }
        guard let own, let other = await facts(other)?.length else { return nil }
        return (own, other)
    }

    /// Replaces a composition's widths that occur in Jellyfin's settings by the widths that Jellyfin expects of the
    /// film: at most the film's own width, and even.
    ///
    /// - Parameter codedWidth: Width of the film's coded picture in samples.
    func fit(_ settings: inout CompositionSettings, toFilmOf codedWidth: Int) {
        guard isForJellyfin, settings.geometry.tile == nil else { return }
        let taken = self.settings.jellyfinWidths
        func fitted(_ width: Int) -> Int {
            taken.contains(width) ? JellyfinConfiguration.width(width, ofFilm: codedWidth) : width
        }
        settings.geometry.width = settings.geometry.width.map(fitted)
        guard let further = settings.furtherWidths else { return }
        var known = Set([settings.geometry.width].compactMap(\.self))
        settings.furtherWidths = further.map(fitted).filter { known.insert($0).inserted }
    }

    /// The storyboards whose width Jellyfin expects of a film.
    ///
    /// - Throws: `refused` if no storyboard has such a width.
    private func taken(_ members: [StoryboardSet.Member], of film: String) async throws -> [StoryboardSet.Member] {
        var widths = Set(settings.jellyfinWidths)
        // A film that is narrower than a width in the settings has its own width. The film is opened only if a width is
        // missing.
        if !widths.isSubset(of: members.map(\.storyboard.geometry.tile.width)),
            let codedWidth = await facts(film)?.codedWidth
        {
            widths = Set(widths.map { JellyfinConfiguration.width($0, ofFilm: codedWidth) })
        }
        let taken = members.filter { widths.contains($0.storyboard.geometry.tile.width) }
        guard taken.isEmpty, let first = members.first?.storyboard else { return taken }
        let names = settings.jellyfinWidths.map(String.init).joined(separator: ", ")
        throw MosaicError(
            .refused, first.id.rawValue,
            "Its thumbnails are \(first.geometry.tile.width) pixels wide, and Jellyfin ignores or deletes all but those "
                + "of its settings: \(names).")
    }

    /// Checks the servers' folders; call this before the first film.
    ///
    /// - Throws: `unavailable` if a server's folder is missing or does not belong to the server.
    package func check() throws {
        for target in settings.targets { try MediaServerFolder.check(target) }
    }

    /// Whether thumbnails are written for Jellyfin, which only accepts the widths in its settings.
    var isForJellyfin: Bool { settings.targets.contains { $0.server == .jellyfin } }

    private typealias MadeFiles = (item: MediaServerItem, times: Resampling, sheets: TrickplaySheets?)

    private func files(
        of storyboards: StoryboardSet, _ sheets: any SheetReader, _ pixels: KeptPixels?, for server: MediaServer,
        film: String
    ) async throws -> [MadeFiles] {
        let base = FilmName(FolderPath.name(of: film))?.stem ?? "film"
        let members =
            switch server {
            // Plex reads one file, of any width.
            case .plex: Array(storyboards.members.prefix(1))
            case .emby: storyboards.members
            case .jellyfin: try await taken(storyboards.members, of: film)
            }
        return try members.map { member -> MadeFiles in
            let files = try MediaServerFiles(of: member, sheets, settings)
            switch server {
            case .jellyfin:
                let made = try files.trickplay(pixels)
                return (made.item, made.times, made.sheets)
            case .emby:
                let made = try files.bif { width, seconds in "\(base)-\(width)-\(seconds).bif" }
                return (made.item, made.times, nil)
            case .plex:
                let made = try files.bif { _, _ in "index-sd.bif" }
                return (made.item, made.times, nil)
            }
        }
    }
}

extension FilmName {
    /// The path of another film in the same folder whose name differs in the extension alone, such as a remux, if it
    /// precedes this film by its bytes. Files next to films are named without the extension, so they belong to the
    /// first of these films. nil if this film is the first.
    fileprivate static func first(besides film: String) -> String? {
        guard let stem = FilmName(film)?.stem else { return nil }
        return extensions.flatMap { [$0, $0.uppercased()] }.map { stem + "." + $0 }
            .filter { $0.utf8.lexicographicallyPrecedes(film.utf8) && FileStatus(path: $0)?.isRegularFile == true }
            .min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

extension MediaServerPublisher {
    /// Removes the thumbnails that Mosaic wrote for a film.
    ///
    /// Files that another program created or changed are kept. A failure for one server does not affect the others.
    /// - Parameter film: The film's path.
    package func withdraw(from film: String) async -> [ServerPublication] {
        let film = URL(fileURLWithPath: film).standardizedFileURL.path
        var results: [ServerPublication] = []
        for target in settings.targets {
            var folder: String?
            do {
                let place = try MediaServerFolder(of: film, for: target, settings.pathMaps)
                folder = place.folder
                let changes = try await place.withdraw(isDryRun: settings.isDryRun)
                results.append(ServerPublication(target.server, in: place.folder, changes))
            } catch {
                results.append(
                    ServerPublication(target.server, failedIn: folder, error, isDryRun: settings.isDryRun))
            }
        }
        return results
    }

    /// The files and folders that were written for a film, lists included and the files in written folders left out; nil
    /// if a server has none.
    ///
    /// - Parameter film: The film's path.
    package func files(of film: String) -> [String]? {
        let film = URL(fileURLWithPath: film).standardizedFileURL.path
        var files: [String] = []
        for target in settings.targets {
            guard let place = try? MediaServerFolder(of: film, for: target, settings.pathMaps),
                let own = place.files
            else { return nil }
            files += own
        }
        return files
    }

    /// Removes the thumbnails of a film that is missing, but none of another film of its name in its folder. Those of Plex
    /// stay, whose folder follows from the film's bytes: see ``withdrawBundles(listedIn:)``.
    ///
    /// - Parameter film: The film's former path.
    package func withdraw(missing film: String) async -> [ServerPublication] {
        var others = self.settings
        others.targets.removeAll { $0.isBesideFilms || $0.server == .plex }
        return await MediaServerPublisher(others).withdraw(from: film)
            + withdrawOrphans(in: FolderPath.parent(of: film))
    }

    /// Removes the thumbnails in Plex's folder of films that are missing.
    ///
    /// - Parameter files: Paths of ``files(of:)``; other files than those of Plex are left out.
    package func withdrawBundles(listedIn files: [String]) async -> [ServerPublication] {
        var results: [ServerPublication] = []
        for target in settings.targets where target.server == .plex {
            let places = files.compactMap {
                MediaServerFolder(plexList: $0, in: target.folder ?? MediaServer.plexFolder)
            }
            for place in places {
                do {
                    let changes = try await place.withdraw(isDryRun: settings.isDryRun)
                    if !changes.isEmpty { results.append(ServerPublication(target.server, in: place.folder, changes)) }
                } catch {
                    results.append(
                        ServerPublication(target.server, failedIn: place.folder, error, isDryRun: settings.isDryRun))
                }
            }
        }
        return results
    }

    /// Removes the thumbnails beside films that are missing from a folder.
    package func withdrawOrphans(in folder: String) -> [ServerPublication] {
        settings.targets.filter(\.isBesideFilms).compactMap { target in
            let orphans = MediaServerOrphans(in: folder, for: target.server)
            guard !orphans.changes.isEmpty else { return nil }
            do {
                if !settings.isDryRun { try orphans.remove() }
                return ServerPublication(target.server, in: folder, orphans.changes)
            } catch {
                return ServerPublication(target.server, failedIn: folder, error, isDryRun: settings.isDryRun)
            }
        }
    }

    /// The paths of the files for a film without a storyboard. WIDTH and SECONDS stand for numbers that depend on the
    /// film.
    package func expectedPaths(of film: String) -> [String] {
        let film = URL(fileURLWithPath: film).standardizedFileURL.path
        return settings.targets.compactMap { target in
            guard let place = try? MediaServerFolder(of: film, for: target, settings.pathMaps) else { return nil }
            let name =
                switch target.server {
                case .jellyfin: "WIDTH - \(settings.sheet.columns)x\(settings.sheet.rows)"
                case .emby: "\(FilmName(FolderPath.name(of: film))?.stem ?? "film")-WIDTH-SECONDS.bif"
                case .plex: "index-sd.bif"
                }
            return place.folder + "/" + name
        }
    }
}
