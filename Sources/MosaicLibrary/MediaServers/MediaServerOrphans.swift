import Foundation
import Mosaic
import MosaicSystem

/// Thumbnails of films that are missing from their folder, for example after a rename.
///
/// Media servers do not remove these thumbnails ([Jellyfin #16462](https://github.com/jellyfin/jellyfin/issues/16462)).
struct MediaServerOrphans: Sendable {
    /// The files written for one missing film.
    private struct Orphan: Sendable {
        let name: String
        /// The folder with the items and the marker.
        let folder: String
        let marker: String
        let items: [PublishedFileManifest.Item]
        /// Whether the folder is for this film alone.
        let ownsFolder: Bool
    }

    private let orphans: [Orphan]

    /// Finds the orphans of one server next to films. An orphan that another program changed is left out.
    ///
    /// - Parameter folder: Folder of the films.
    init(in folder: String, for server: MediaServer) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let films = Set(names.compactMap { FilmName($0).map { Array($0.stem.utf8) } })
        orphans = names.compactMap { name in
            guard let base = Self.film(of: name, server), !films.contains(Array(base.utf8)) else { return nil }
            let ownsFolder = server == .jellyfin
            let place = ownsFolder ? "\(folder)/\(name)" : folder
            let marker = ownsFolder ? MediaServerFolder.markerName : name
            guard FileStatus(ofLinkItself: place)?.isFolder == true || !ownsFolder,
                let written = try? PublishedFileManifest(at: place + "/" + marker), !written.items.isEmpty,
                written.items.allSatisfy({ $0.isWhole(in: place, comparingContent: true) })
            else { return nil }
            return Orphan(
                name: name, folder: place, marker: marker, items: written.items, ownsFolder: ownsFolder)
        }
    }

    /// The film's name without extension, derived from the name of a file or folder that Mosaic may have written.
    private static func film(of name: String, _ server: MediaServer) -> String? {
        switch server {
        case .jellyfin: name.hasSuffix(".trickplay") ? String(name.dropLast(".trickplay".count)) : nil
        case .emby:
            name.hasPrefix(".") && name.hasSuffix(MediaServerFolder.markerName)
                ? String(name.dropFirst().dropLast(MediaServerFolder.markerName.count)) : nil
        case .plex: nil
        }
    }

    var changes: [MediaServerFolder.Change] {
        orphans.flatMap { orphan in
            let names = orphan.ownsFolder ? [orphan.name] : orphan.items.map(\.name)
            return names.map { MediaServerFolder.Change(name: $0, action: .removed) }
        }
    }

    /// Removes the orphans. A folder with other files is kept.
    ///
    /// - Throws: `unavailable`.
    func remove() throws {
        for orphan in orphans {
            for item in orphan.items { try item.remove(from: orphan.folder) }
            try FileManager.default.removeItem(atPath: orphan.folder + "/" + orphan.marker)
            if orphan.ownsFolder { rmdir(orphan.folder) }
        }
    }
}
