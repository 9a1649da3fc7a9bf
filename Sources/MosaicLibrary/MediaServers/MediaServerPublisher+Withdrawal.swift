import Foundation
import Mosaic

extension MediaServerPublisher {
    /// Removes the thumbnails that were written for a film.
    ///
    /// Files that another program made or changed stay. A server for which that fails keeps no other from its removal.
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

    /// The paths of the files that a film without a storyboard gets, with WIDTH and SECONDS in place of numbers that
    /// follow from the film.
    package func expectedPaths(of film: String) -> [String] {
        let film = URL(fileURLWithPath: film).standardizedFileURL.path
        return settings.targets.compactMap { target in
            guard let place = try? MediaServerFolder(of: film, for: target, settings.pathMaps) else { return nil }
            let name =
                switch target.server {
                case .jellyfin: "WIDTH - \(settings.sheet.columns)x\(settings.sheet.rows)"
                case .emby: "\(FilmName(film.fileName)?.stem ?? "film")-WIDTH-SECONDS.bif"
                case .plex: "index-sd.bif"
                }
            return place.folder + "/" + name
        }
    }
}
