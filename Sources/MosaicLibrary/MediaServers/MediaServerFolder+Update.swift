import Foundation
import Mosaic
import MosaicSystem

extension MediaServerFolder {
    /// The result of an update for one item.
    package struct Change: Hashable, Sendable {
        /// The action taken, or the action that a dry run would take.
        package enum Action: String, Hashable, Sendable, Encodable {
            case written, unchanged
            /// It was made for another width, grid or interval.
            case removed
            /// Another program made or changed it.
            case kept
        }

        package let name: String
        package let action: Action
    }

    /// Writes missing and outdated items, and removes earlier items that are not in `items`.
    ///
    /// Files and folders appear whole. A file that the marker does not list, or that was changed since, stays.
    /// - Throws: `unavailable`, errors of the items.
    func update(to items: [MediaServerItem], isDryRun: Bool) async throws -> [Change] {
        let written = try PublishedFileManifest(at: folder + "/" + marker)
        var changes: [Change] = []
        var kept: [PublishedFileManifest.Item] = []
        var due: [(item: MediaServerItem, earlier: PublishedFileManifest.Item?)] = []
        for item in items {
            let listed = written.items.filter { $0.name == item.name }
            // Lengths alone tell less where a killed process left both of two editions in the marker.
            let current = listed.first {
                $0.revision == item.revision && $0.isWhole(in: folder, comparingContent: listed.count > 1)
            }
            if let current {
                kept.append(current)
                changes.append(Change(name: item.name, action: .unchanged))
            } else if FileStatus(ofLinkItself: folder + "/" + item.name) == nil {
                due.append((item, nil))
            } else if let earlier = listed.first(where: { $0.isWhole(in: folder, comparingContent: true) }) {
                due.append((item, earlier))
            } else {
                changes.append(Change(name: item.name, action: .kept))
            }
        }
        let names = Set(items.map(\.name))
        let stale = written.items.filter {
            !names.contains($0.name) && $0.isWhole(in: folder, comparingContent: true)
        }
        changes += due.map { Change(name: $0.item.name, action: .written) }
        changes += stale.map { Change(name: $0.name, action: .removed) }
        guard !isDryRun else { return changes }
        var next = PublishedFileManifest()
        next.items = kept
        let owner = owner
        if !due.isEmpty { next.items += try await write(due, beside: written, owner) }
        for item in stale { try item.remove(from: folder) }
        if next != written { try next.write(marker, in: folder, owner: owner) }
        return changes
    }

    /// Removes everything that was written; files that another program made or changed stay.
    ///
    /// - Throws: `unavailable`.
    func withdraw(isDryRun: Bool) async throws -> [Change] {
        let written = try PublishedFileManifest(at: folder + "/" + marker)
        let removed = try await update(to: [], isDryRun: isDryRun)
        let kept = Set(written.items.map(\.name)).subtracting(removed.map(\.name)).filter {
            FileStatus(ofLinkItself: folder + "/" + $0) != nil
        }
        // A folder that still holds files of another program is not empty and stays.
        if !isDryRun, !written.items.isEmpty, marker == Self.markerName { rmdir(folder) }
        return removed + kept.sorted().map { Change(name: $0, action: .kept) }
    }

    /// - Returns: The written items, for the marker.
    private func write(
        _ due: [(item: MediaServerItem, earlier: PublishedFileManifest.Item?)], beside written: PublishedFileManifest,
        _ owner: FolderOwner?
    ) async throws -> [PublishedFileManifest.Item] {
        try makeFolder(owner)
        discardLeftovers()
        var staged: [StagedItem] = []
        do {
            for item in due { staged.append(try await StagedItem(item.item, in: folder, owner: owner)) }
            // First the marker: what a killed process leaves is then known to be ours, whichever of both is there.
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

    /// Makes the folder, and those above it that are missing.
    private func makeFolder(_ owner: FolderOwner?) throws {
        let missing = folder.foldersUpward.prefix { FileStatus.isAbsent($0) }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let failure = SystemFailure(behind: error).map(\.description) ?? "\(error.localizedDescription)"
            throw FileError(.unavailable, folder.fileName, "The folder cannot be made: \(failure).")
        }
        for folder in missing.reversed() { owner?.give(toFolder: folder) }
    }

    /// Removes what killed processes left; what running ones write stays.
    private func discardLeftovers() {
        PendingFile.discardLeftovers(in: folder, isLocked: false)
        guard let open = try? OpenFolder(path: folder, followsLink: true, name: folder.fileName) else { return }
        for name in open.names where name.hasPrefix(StagedItem.prefix) {
            guard let status = open.status(of: name), status.isFolder,
                TemporaryName(rawValue: name.dropFirst(StagedItem.prefix.count)).isAbandoned(modified: status.modified)
            else { continue }
            open.remove(name)
        }
    }
}
