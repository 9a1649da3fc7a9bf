import Foundation
import Mosaic
import MosaicSystem

/// The folder in which a media server expects the thumbnails of one film, and the files in it that Mosaic wrote.
package struct MediaServerFolder: Hashable, Sendable {
    /// The absolute path.
    package let folder: String
    /// The hidden file in the folder that lists the written files.
    package let marker: String
    /// The film's folder for files beside films; nil for files in a server's folder.
    private let filmFolder: String?

    /// The name of the marker in folders that belong to one film.
    static let markerName = ".mosaic.json"

    /// Where a server looks.
    ///
    /// - Parameters:
    ///   - film: The absolute path of the film.
    ///   - maps: The paths of films on the server.
    /// - Throws: `unavailable` where the film cannot be read, or the server's folder is not there.
    package init(of film: String, for target: MediaServer.Target, _ maps: [PathMap] = []) throws {
        let name = film.fileName
        let (base, beside) = (FilmName(name)?.stem ?? name, film.folderPath)
        switch target.server {
        case .jellyfin:
            if let data = target.folder {
                try self.init(jellyfin: maps.serverPath(of: film), data: data)
            } else {
                self.init(
                    folder: beside + (beside == "/" ? "" : "/") + "\(base).trickplay", marker: Self.markerName,
                    filmFolder: beside)
            }
        case .emby:
            self.init(folder: beside, marker: ".\(base)\(Self.markerName)", filmFolder: beside)
        case .plex:
            try Self.check(target)
            let folder = target.folder ?? MediaServer.plexFolder
            self.init(folder: "\(folder)/\(try PlexBundle(ofFile: film).indexesPath)", marker: Self.markerName)
        }
    }

    /// Checks that a target's folder belongs to its media server.
    ///
    /// - Throws: `unavailable`.
    static func check(_ target: MediaServer.Target) throws {
        switch target.server {
        case .emby: break
        case .jellyfin:
            if let folder = target.folder { _ = try jellyfinRoot(folder) }
        case .plex:
            let folder = target.folder ?? MediaServer.plexFolder
            guard FileStatus(path: folder + "/Media/localhost")?.isFolder == true else {
                throw MosaicError(
                    .unavailable, folder,
                    "It is not a folder of Plex Media Server, which has Media/localhost; name it: --publish plex=FOLDER"
                )
            }
        }
    }

    /// The folder of a Jellyfin server that has its database and `trickplay`: `data` below its program data, or the named
    /// folder if that is `data` itself.
    ///
    /// `DataPath` and `TrickplayPath` of
    /// [BaseApplicationPaths](https://github.com/jellyfin/jellyfin/blob/master/Emby.Server.Implementations/AppBase/BaseApplicationPaths.cs).
    private static func jellyfinRoot(_ folder: String) throws -> String {
        let own = ["jellyfin.db", "library.db", "trickplay"]
        func holds(_ names: [String], at place: String) -> Bool {
            names.contains { FileStatus(path: place + "/" + $0) != nil }
        }
        let data = folder + "/data"
        if holds(own, at: data) || JellyfinConfiguration.file(below: folder) != nil { return data }
        if holds(own, at: folder) { return folder }
        throw MosaicError(
            .unavailable, folder,
            "It is not the data folder of a Jellyfin server: it has neither config/system.xml nor data/jellyfin.db.")
    }

    private init(folder: String, marker: String, filmFolder: String? = nil) {
        self.folder = folder
        self.marker = marker
        self.filmFolder = filmFolder
    }

    /// Owner, group and permissions of written files: those of the film's folder, or of the nearest existing folder
    /// of the server. `nil` if it cannot be examined.
    var owner: FolderOwner? {
        guard filmFolder == nil else { return filmFolder.flatMap(FolderOwner.init(of:)) }
        return folder.foldersUpward.first { !FileStatus.isAbsent($0) }.flatMap(FolderOwner.init(of:))
    }

    /// The folder of a film in Jellyfin's data, by the film's path on the server.
    ///
    /// Jellyfin takes a file for a film or an episode; where it has stored something of one of them, that one is taken, and
    /// else the one that the name suggests.
    private init(jellyfin film: String, data: String) throws {
        let root = try Self.jellyfinRoot(data)
        let items = JellyfinItem.Kind.allCases.map { JellyfinItem(path: film, kind: $0) }
        let known = items.first { item in
            FileStatus(path: "\(root)/trickplay/\(item.shardedPath)") != nil
                || ["metadata", "../metadata"].contains {
                    FileStatus(path: "\(root)/\($0)/library/\(item.metadataPath)") != nil
                }
        }
        let item = known ?? JellyfinItem(path: film, kind: JellyfinItem.kind(ofFile: film.fileName))
        self.init(folder: "\(root)/trickplay/\(item.shardedPath)", marker: Self.markerName)
    }
}
