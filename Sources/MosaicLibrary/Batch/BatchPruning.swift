package import Mosaic

/// Finds storyboards of a tree whose source was removed.
package struct BatchPruning: Sendable {
    /// A storyboard without a source.
    package struct Orphan: Hashable, Sendable, Encodable {
        package let id: StoryboardID
        /// Former path or address of the screenshots or the film.
        package let source: String
    }

    /// The storyboards of a tree whose source is missing, with totals.
    package struct Findings: Sendable {
        /// The storyboards without a source, in the order of their ids.
        package fileprivate(set) var orphans: [Orphan] = []
        /// The number of storyboards composed from the tree.
        package fileprivate(set) var total = 0
        /// For each folder directly below the root, by the bytes of its name: the number of storyboards composed from
        /// sources inside it, and the number of these without a source.
        fileprivate var folders: [[UInt8]: (made: Int, gone: Int)] = [:]
        fileprivate let root: String

        /// The default limit of removals: a tenth of all storyboards, and at least 10.
        package var defaultLimit: Int { max(10, total / 10) }

        /// The reason to refuse the removals; `nil` if they are allowed.
        ///
        /// An unmounted disk cannot be distinguished from the removal of a whole folder or of many storyboards.
        /// - Parameter limit: Maximum number of removals. `nil` uses ``defaultLimit``, and also refuses to remove all
        ///   storyboards of a folder directly below the root, unless there is only one.
        package func objection(limit: Int?) -> MosaicError? {
            let way = "--prune-limit \(orphans.count) allows for that."
            if let limit {
                guard orphans.count > limit else { return nil }
                return MosaicError(.refused, root, "\(orphans.count) storyboards would go, more than \(limit); \(way)")
            }
            // A folder of a single film is probably not a disk.
            let emptied = folders.filter { $1.gone == $1.made && $1.made > 1 }
            if let (name, count) = emptied.min(by: { $0.key.lexicographicallyPrecedes($1.key) })
                .map({ (String(decoding: $0.key, as: UTF8.self), $0.value.gone) })
            {
                return MosaicError(
                    .refused, root,
                    "No films or screenshots are left in the folder \(name), of which \(count) "
                        + "\(count == 1 ? "storyboard was" : "storyboards were") made: is a disk missing? \(way)")
            }
            guard orphans.count > defaultLimit else { return nil }
            return MosaicError(
                .refused, root,
                "\(orphans.count) of \(total) storyboards would go, more than \(defaultLimit): is a disk missing? \(way)"
            )
        }
    }

    private let root: SourceRoot
    private let found: Set<[UInt8]>

    /// Creates the search in a walked tree. Refuses a tree without screenshots and films, because it is more likely an
    /// unmounted disk than an empty tree.
    ///
    /// - Throws: `refused` if the tree contains no screenshots and no films, or a folder cannot be read.
    package init(_ root: SourceRoot, walk: SourceTree.Walk) throws {
        if let folder = walk.unreadable.first {
            throw MosaicError(.refused, folder.name, "\(folder.reason) Nothing is removed while that is so.")
        }
        guard !walk.isEmpty else {
            throw MosaicError(
                .refused, root.name,
                "It holds no films and no folders of screenshots, so every storyboard would go: is a disk missing?")
        }
        self.root = root
        found = Set(walk.folders.map { Array($0.path.utf8) })
    }

    /// Finds the storyboards of a library whose sources in the tree are missing: deleted films, and folders without
    /// screenshots.
    ///
    /// Storyboards of other sources are left out. A source that cannot be read does not count as missing.
    /// - Parameter present: The storyboards whose sources are known to exist, with the paths of the sources.
    /// - Throws: `unavailable`, `CancellationError`.
    package func findings(in library: StoryboardLibrary, present: [StoryboardID: String] = [:]) async throws -> Findings
    {
        var findings = Findings(root: root.name)
        try await library.catalog.forEachPage { page in
            for entry in page {
                var source = present[entry.id] ?? ""
                var isGone = false
                if source.isEmpty {
                    guard let request = try? await library.catalog.job(of: entry.id)?.request() else { continue }
                    source = request.source.folder
                    guard root.parts(of: source) != nil else { continue }
                    isGone = try await root.isGone(request.source, besides: found, in: library)
                }
                guard let parts = root.parts(of: source) else { continue }
                findings.total += 1
                if isGone { findings.orphans.append(Orphan(id: entry.id, source: source)) }
                // The rule for folders does not apply to sources directly below the root.
                guard parts.count > 1, let folder = parts.first.map({ Array($0.utf8) }) else { continue }
                findings.folders[folder, default: (0, 0)].made += 1
                findings.folders[folder, default: (0, 0)].gone += isGone ? 1 : 0
            }
        }
        return findings
    }
}
