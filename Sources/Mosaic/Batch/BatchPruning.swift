import Foundation

/// Finds storyboards whose source is gone from a tree.
public struct BatchPruning: Sendable {
    /// A storyboard without a source.
    public struct Orphan: Hashable, Sendable, Encodable {
        /// The storyboard.
        public let id: StoryboardID
        /// Where its screenshots were.
        public let source: String
    }

    private let tree: SourceTree

    /// Names the tree, and refuses one that rather looks like a disk that is not there than like an empty library.
    ///
    /// - Throws: `refused` where no folder of the tree holds screenshots, or one cannot be read.
    public init(_ tree: SourceTree, walk: SourceTree.Walk) throws {
        if let folder = walk.unreadable.first {
            throw MosaicError(.refused, folder.name, "\(folder.reason) Nothing is removed while that is so.")
        }
        guard !walk.folders.isEmpty else {
            throw MosaicError(
                .refused, URL(fileURLWithPath: tree.root).lastPathComponent,
                "No folder in it holds screenshots; that is no reason to remove every storyboard.")
        }
        self.tree = tree
    }

    /// The storyboards of a library that were made of folders of the tree which hold no screenshots any more, of the kind
    /// that each one is made of.
    ///
    /// Storyboards from elsewhere are none of them, nor are those whose folder cannot be looked into.
    /// - Throws: `unavailable`.
    public func orphans(in library: StoryboardLibrary) async throws -> [Orphan] {
        var orphans: [Orphan] = []
        var query = CatalogQuery()
        query.order = .id
        query.limit = CatalogQuery.maximumLimit
        while true {
            let page = try await library.catalog.entries(query).entries
            for entry in page {
                guard let request = try? await library.catalog.job(of: entry.id)?.request() else { continue }
                let source = request.source.folder
                guard source == tree.root || source.utf8.starts(with: (tree.root + "/").utf8),
                    request.source.isGone
                else { continue }
                orphans.append(Orphan(id: entry.id, source: source))
            }
            query.offset += page.count
            guard page.count == query.limit else { return orphans }
        }
    }
}

extension ScreenshotSource {
    /// Whether it is certain that there are no screenshots any more.
    fileprivate var isGone: Bool {
        if FileStatus.isAbsent(folder) { return true }
        // Without its list nobody knows what the files in the folder are.
        if let list, FileStatus.isAbsent(list) { return false }
        guard FileStatus(path: folder)?.isFolder == true else { return false }
        do {
            _ = try listing(isGrowing: true)
            return false
        } catch let error as MosaicError {
            return error.code == .noScreenshots
        } catch {
            return false
        }
    }
}
