import Foundation
import ImageHeaders
package import Mosaic
import MosaicFiles

/// Writes thumbnails of films where media servers look for them.
package struct MediaServerPublisher: Sendable {
    private let settings: MediaServerSettings

    package init(_ settings: MediaServerSettings) { self.settings = settings }

    /// Writes what is missing or older for each server; a server for which that fails keeps no other from its files.
    ///
    /// - Parameters:
    ///   - id: The film's storyboard.
    ///   - film: The film's path.
    ///   - store: Has the storyboard below its id.
    package func publish(
        _ id: StoryboardID, of film: String, in store: any ObjectStore
    ) async -> [ServerPublication] {
        let film = URL(fileURLWithPath: film).standardizedFileURL.path
        let storyboards: StoryboardSet
        do {
            guard let found = try await StoryboardSet.published(in: store, ObjectKey(id)) else {
                throw MosaicError(.unavailable, id.rawValue, "There is no storyboard of it yet.")
            }
            storyboards = found
        } catch {
            return settings.targets.map { ServerPublication($0.server, failedIn: nil, error) }
        }
        let sheets = StoredSheets(in: store, folder: ObjectKey(id))
        var publications: [ServerPublication] = []
        for target in settings.targets {
            var place: MediaServerPlace?
            do {
                let found = try MediaServerPlace(of: film, for: target)
                place = found
                if target.isBesideFilms, let other = FilmName.first(besides: film) {
                    publications.append(ServerPublication(target.server, in: found.folder, ofOther: other))
                    continue
                }
                let made = try files(of: storyboards, sheets, for: target.server, base: FilmName(film.fileName)?.stem)
                var changes = try await found.update(to: made.map(\.item), isDryRun: settings.isDryRun)
                // A film that was renamed is a new one, so that something is written for it.
                if target.folder == nil, changes.contains(where: { $0.action == .written }) {
                    let orphans = MediaServerOrphans(in: film.folderPath, for: target.server)
                    if !settings.isDryRun { try orphans.remove() }
                    changes += orphans.changes
                }
                publications.append(ServerPublication(target.server, in: found.folder, changes, made.map(\.times)))
            } catch {
                publications.append(ServerPublication(target.server, failedIn: place?.folder, error))
            }
        }
        return publications
    }

    /// The storyboards of widths that Jellyfin takes.
    ///
    /// - Throws: `refused` without any.
    private func taken(_ members: [StoryboardSet.Member]) throws -> [StoryboardSet.Member] {
        let taken = members.filter { settings.jellyfinWidths.contains($0.storyboard.geometry.tile.width) }
        guard taken.isEmpty, let first = members.first?.storyboard else { return taken }
        let widths = settings.jellyfinWidths.map(String.init).joined(separator: ", ")
        throw MosaicError(
            .refused, first.id.rawValue,
            "Its thumbnails are \(first.geometry.tile.width) pixels wide, and Jellyfin ignores or deletes all but those "
                + "of its settings: \(widths).")
    }

    /// Checks the folders of servers before the first film.
    ///
    /// - Throws: `unavailable` where a server's folder is missing or another one.
    package func check() throws {
        for target in settings.targets { try MediaServerPlace.check(target) }
    }

    /// Whether thumbnails are written for Jellyfin, which takes some widths alone.
    var isForJellyfin: Bool { settings.targets.contains { $0.server == .jellyfin } }

    private func files(
        of storyboards: StoryboardSet, _ sheets: any SheetReader, for server: MediaServer, base: String?
    ) throws -> [(item: MediaServerItem, times: Resampling)] {
        let members =
            switch server {
            // One file for all widths.
            case .plex: Array(storyboards.members.prefix(1))
            case .emby: storyboards.members
            case .jellyfin: try taken(storyboards.members)
            }
        return try members.map { member in
            let files = try MediaServerFiles(of: member, sheets, settings)
            return switch server {
            case .jellyfin: try files.trickplay()
            case .emby: try files.bif { width, seconds in "\(base ?? "film")-\(width)-\(seconds).bif" }
            case .plex: try files.bif { _, _ in "index-sd.bif" }
            }
        }
    }
}

extension FilmName {
    /// The name of a film in the same folder that differs in its extension alone, as that of a remux, and comes first by its
    /// bytes; nil if the film itself comes first. Files beside films are named without extension: they are those of the
    /// first one.
    fileprivate static func first(besides film: String) -> String? {
        guard let stem = FilmName(film)?.stem else { return nil }
        return extensions.flatMap { [$0, $0.uppercased()] }.map { stem + "." + $0 }
            .filter { $0.utf8.lexicographicallyPrecedes(film.utf8) && FileStatus(path: $0)?.isRegularFile == true }
            .min { $0.utf8.lexicographicallyPrecedes($1.utf8) }?.fileName
    }
}
