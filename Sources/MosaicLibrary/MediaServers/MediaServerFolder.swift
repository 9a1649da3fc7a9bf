import Foundation
import Mosaic
import MosaicSystem

/// The folder in which a media server expects the thumbnails of one film, and Mosaic's files in the folder.
package struct MediaServerFolder: Hashable, Sendable {
    /// The absolute path.
    package let folder: String
    /// The hidden file in the folder that lists the written files.
    package let marker: String
    /// The film's folder, for files next to the film; nil for files in a server's folder.
    private let filmFolder: String?

    /// Name of the marker in a folder that belongs to one film.
    static let markerName = ".mosaic.json"

    /// Determines the folder that a server reads.
    ///
    /// - Parameters:
    ///   - film: Absolute path of the film.
    ///   - maps: Maps the film's path to its path on the server.
    /// - Throws: `unavailable` if the film cannot be read or the server's folder is missing.
    package init(of film: String, for target: MediaServer.Target, _ maps: [PathMap] = []) throws {
        let name = FolderPath.name(of: film)
        let (base, beside) = (FilmName(name)?.stem ?? name, FolderPath.parent(of: film))
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

    /// The folder of a Jellyfin server that contains its database and `trickplay`: `data` below the named folder, or
    /// the named folder itself.
    ///
    /// See `DataPath` and `TrickplayPath` of
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

    /// Owner, group and permissions for written files, copied from the film's folder, or from the nearest existing
    /// folder on the path. `nil` if that folder cannot be examined.
    var owner: FolderOwner? {
        guard filmFolder == nil else { return filmFolder.flatMap(FolderOwner.init(of:)) }
        return folder.foldersUpward.first { !FileStatus.isAbsent($0) }.flatMap(FolderOwner.init(of:))
    }

    /// Determines the folder of a film in Jellyfin's data, from the film's path on the server.
    ///
    /// The folder depends on Jellyfin's kind of the film. Takes the kind for which Jellyfin has stored data; without
    /// any, the kind that the file's name suggests.
    private init(jellyfin film: String, data: String) throws {
        let root = try Self.jellyfinRoot(data)
        let items = JellyfinItem.Kind.allCases.map { JellyfinItem(path: film, kind: $0) }
        let known = items.first { item in
            FileStatus(path: "\(root)/trickplay/\(item.shardedPath)") != nil
                || ["metadata", "../metadata"].contains {
                    FileStatus(path: "\(root)/\($0)/library/\(item.metadataPath)") != nil
                }
        }
        let item = known ?? JellyfinItem(path: film, kind: JellyfinItem.kind(ofFile: FolderPath.name(of: film)))
        self.init(folder: "\(root)/trickplay/\(item.shardedPath)", marker: Self.markerName)
    }
}

extension MediaServerFolder {
    /// The change of one item by an update.
    package struct Change: Hashable, Sendable {
        /// The action taken, or the action that a dry run would take.
        package enum Action: String, Hashable, Sendable, Encodable {
            case written, unchanged
            /// Mosaic wrote the item earlier, and the update does not include it, such as after a change of width or a
            /// withdrawal.
            case removed
            /// Another program created or changed the item.
            case kept
        }

        package let name: String
        package let action: Action
    }

    /// Writes missing and outdated items, and removes earlier items that are not in `items`.
    ///
    /// Files and folders appear complete. A file that the marker does not list, or that was changed since, is kept.
    /// - Throws: `unavailable`, errors of the items.
    func update(to items: [MediaServerItem], isDryRun: Bool) async throws -> [Change] {
        let plan = try plan(for: items)
        guard !isDryRun, plan.isDue else { return plan.changes }
        let owner = owner
        if !plan.due.isEmpty { try makeFolder(owner) }
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        // Another process may have written or removed files in the meantime.
        return try await carryOut(self.plan(for: items), owner)
    }

    /// The work of an update.
    private struct Plan {
        let written: PublishedFileManifest
        var changes: [Change] = []
        var kept: [PublishedFileManifest.Item] = []
        var due: [(item: MediaServerItem, earlier: PublishedFileManifest.Item?)] = []
        var stale: [PublishedFileManifest.Item] = []

        /// Whether items are written or removed, or the marker changes.
        var isDue: Bool { !due.isEmpty || !stale.isEmpty || kept != written.items }
    }

    private func plan(for items: [MediaServerItem]) throws -> Plan {
        var plan = Plan(written: try PublishedFileManifest(at: folder + "/" + marker))
        for item in items {
            let listed = plan.written.items.filter { $0.name == item.name }
            // Also compares the content if a killed process left two versions of the item in the marker, because two
            // versions may have the same length.
            let current = listed.first {
                $0.revision == item.revision && $0.isWhole(in: folder, comparingContent: listed.count > 1)
            }
            if let current {
                plan.kept.append(current)
                plan.changes.append(Change(name: item.name, action: .unchanged))
            } else if FileStatus(ofLinkItself: folder + "/" + item.name) == nil {
                plan.due.append((item, nil))
            } else if let earlier = listed.first(where: { $0.isWhole(in: folder, comparingContent: true) }) {
                plan.due.append((item, earlier))
            } else {
                plan.changes.append(Change(name: item.name, action: .kept))
            }
        }
        let names = Set(items.map(\.name))
        plan.stale = plan.written.items.filter {
            !names.contains($0.name) && $0.isWhole(in: folder, comparingContent: true)
        }
        plan.changes += plan.due.map { Change(name: $0.item.name, action: .written) }
        plan.changes += plan.stale.map { Change(name: $0.name, action: .removed) }
        return plan
    }

    private func carryOut(_ plan: Plan, _ owner: FolderOwner?) async throws -> [Change] {
        var next = PublishedFileManifest()
        next.items = plan.kept
        if !plan.due.isEmpty { next.items += try await write(plan.due, beside: plan.written, owner) }
        for item in plan.stale { try item.remove(from: folder) }
        if next != plan.written { try next.write(marker, in: folder, owner: owner) }
        return plan.changes
    }

    /// Excludes other processes that write thumbnails into the folder; waits until they have finished.
    ///
    /// - Returns: Nil if the folder is missing, or its file system has no such locks.
    /// - Throws: `CancellationError`.
    private func lock() async throws -> FolderLock? {
        while true {
            do {
                return try FolderLock(path: folder, name: FolderPath.name(of: folder))
            } catch let error as FileError where error.code == .busy {
                try await Task.sleep(for: .milliseconds(20))
            } catch {
                return nil
            }
        }
    }

    /// The paths of the list and of its items; nil without a list.
    var files: [String]? {
        guard let written = try? PublishedFileManifest(at: folder + "/" + marker), !written.items.isEmpty else {
            return nil
        }
        return ([marker] + written.items.map(\.name)).map { folder + "/" + $0 }
    }

    /// Plex's folder for the thumbnails of a film, by the path of the list in it; nil for another path.
    ///
    /// - Parameter root: The folder of Plex Media Server.
    init?(plexList path: String, in root: String) {
        guard path.hasPrefix(root + "/Media/localhost/"), path.hasSuffix("/Contents/Indexes/" + Self.markerName) else {
            return nil
        }
        self.init(folder: FolderPath.parent(of: path), marker: Self.markerName)
    }

    /// Removes all items that the marker lists. Files that another program created or changed are kept.
    ///
    /// - Throws: `unavailable`.
    func withdraw(isDryRun: Bool) async throws -> [Change] {
        let written = try PublishedFileManifest(at: folder + "/" + marker)
        let removed = try await update(to: [], isDryRun: isDryRun)
        let kept = Set(written.items.map(\.name)).subtracting(removed.map(\.name)).filter {
            FileStatus(ofLinkItself: folder + "/" + $0) != nil
        }
        // `rmdir` keeps a folder that contains files of another program.
        if !isDryRun, !written.items.isEmpty, marker == Self.markerName { rmdir(folder) }
        return removed + kept.sorted().map { Change(name: $0, action: .kept) }
    }

    /// - Returns: The written items, for the marker.
    private func write(
        _ due: [(item: MediaServerItem, earlier: PublishedFileManifest.Item?)], beside written: PublishedFileManifest,
        _ owner: FolderOwner?
    ) async throws -> [PublishedFileManifest.Item] {
        // A process that withdrew its files may have removed the folder.
        try makeFolder(owner)
        discardLeftovers()
        var staged: [StagedItem] = []
        do {
            for item in due { staged.append(try await StagedItem(item.item, in: folder, owner: owner)) }
            // Writes the marker first, with the old and the new items, so that after a kill either version is known as
            // Mosaic's.
            var both = written
            both.items += staged.map(\.item)
            try both.write(marker, in: folder, owner: owner)
            for (number, item) in due.enumerated() { try staged[number].commit(replacing: item.earlier) }
        } catch {
            for item in staged { item.discard() }
            throw error
        }
        return staged.map(\.item)
    }

    /// Creates the folder, with missing folders above it.
    private func makeFolder(_ owner: FolderOwner?) throws {
        let missing = folder.foldersUpward.prefix { FileStatus.isAbsent($0) }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let failure = SystemFailure(behind: error).map(\.description) ?? "\(error.localizedDescription)"
            throw FileError(.unavailable, FolderPath.name(of: folder), "The folder cannot be made: \(failure).")
        }
        for folder in missing.reversed() { owner?.give(toFolder: folder) }
    }

    /// Removes temporary files of killed processes; keeps files of running processes.
    private func discardLeftovers() {
        PendingFile.discardLeftovers(in: folder, isLocked: false)
        guard let open = try? OpenFolder(path: folder, followsLink: true, name: FolderPath.name(of: folder)) else {
            return
        }
        for name in open.names where name.hasPrefix(StagedItem.prefix) {
            guard let status = open.status(of: name), status.isFolder,
                TemporaryName(rawValue: name.dropFirst(StagedItem.prefix.count)).isAbandoned(modified: status.modified)
            else { continue }
            open.remove(name)
        }
    }
}
