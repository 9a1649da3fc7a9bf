package import Mosaic

/// The storyboards of a tree: the id of each folder, with conflicts.
package struct BatchPlan: Sendable {
    /// A folder and its storyboard.
    package struct Source: Hashable, Sendable {
        /// Where the screenshots are.
        package let folder: SourceTree.Folder
        /// The storyboard.
        package let id: StoryboardID
        /// Its title: the path below the root, after the prefix.
        package let title: String
        /// The name of another folder with the same id; nil without a conflict.
        package let conflict: String?
    }

    /// The sources in the order of the walk.
    package let sources: [Source]

    /// Names every folder of a walk, and leaves out those of other shards.
    ///
    /// Ids and titles begin with `prefix`, as if the root were a folder of that name in a larger tree.
    package init(_ walk: SourceTree.Walk, naming: SourceNaming, prefix: String? = nil, shard: Shard? = nil) {
        let ids = walk.folders.map { naming.id(of: $0.name, prefix: prefix) }
        var first: [StoryboardID: Int] = [:]
        var second: [StoryboardID: Int] = [:]
        for (position, id) in ids.enumerated() {
            if first[id] == nil { first[id] = position } else if second[id] == nil { second[id] = position }
        }
        sources = zip(walk.folders, ids).enumerated().compactMap { position, source in
            let (folder, id) = source
            guard shard?.contains(id) ?? true else { return nil }
            let conflict = second[id].flatMap { $0 == position ? first[id] : first[id] == position ? $0 : first[id] }
            return Source(
                folder: folder, id: id, title: (prefix.map { $0 + "/" } ?? "") + folder.name,
                conflict: conflict.map { walk.folders[$0].name })
        }
    }
}
