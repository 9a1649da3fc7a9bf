package import Mosaic

/// The storyboards of a tree: the id of each folder and film, with conflicts.
package struct BatchPlan: Sendable {
    /// A folder or film and its storyboard.
    package struct Source: Hashable, Sendable {
        /// Where the screenshots are.
        package let place: Place
        /// The storyboard.
        package let id: StoryboardID
        /// Its title: the path below the root, after the prefix; without extension for a film.
        package let title: String
        /// Why it cannot be composed: another source has the same id; nil without a conflict.
        package let conflict: Conflict?
    }

    /// Where screenshots are.
    package enum Place: Hashable, Sendable {
        case folder(SourceTree.Folder)
        case film(SourceTree.Film)

        /// The absolute path, or the address of a part of a bucket.
        package var path: String {
            switch self {
            case .folder(let folder): folder.path
            case .film(let film): film.path
            }
        }

        /// The path below the root.
        package var name: String {
            switch self {
            case .folder(let folder): folder.name
            case .film(let film): film.name
            }
        }

        /// The path that ids and titles are made of: that of a film without extension.
        fileprivate var storyboardName: String {
            switch self {
            case .folder(let folder): folder.name
            case .film(let film): FilmName(film.name)?.stem ?? film.name
            }
        }
    }

    /// Another source with the same id.
    package struct Conflict: Hashable, Sendable {
        /// The other source's path below the root.
        package let other: String
        /// Whether both have the same path but for a film's extension, so that another way to choose ids is no help.
        package let isExtensionOnly: Bool
    }

    /// The sources in the order of the walk.
    package let sources: [Source]

    /// Names every folder and film of a walk, folders first, and leaves out those of other shards.
    ///
    /// Ids and titles begin with `prefix`, as if the root were a folder of that name in a larger tree.
    package init(_ walk: SourceTree.Walk, naming: SourceNaming, prefix: String? = nil, shard: Shard? = nil) {
        let places = walk.folders.map(Place.folder) + walk.films.map(Place.film)
        let ids = places.map { naming.id(of: $0.storyboardName, prefix: prefix) }
        var first: [StoryboardID: Int] = [:]
        var second: [StoryboardID: Int] = [:]
        for (position, id) in ids.enumerated() {
            if first[id] == nil { first[id] = position } else if second[id] == nil { second[id] = position }
        }
        sources = zip(places, ids).enumerated().compactMap { position, source in
            let (place, id) = source
            guard shard?.contains(id) ?? true else { return nil }
            let conflict = second[id].flatMap { $0 == position ? first[id] : first[id] == position ? $0 : first[id] }
            return Source(
                place: place, id: id, title: (prefix.map { $0 + "/" } ?? "") + place.storyboardName,
                conflict: conflict.map { other in
                    Conflict(
                        other: places[other].name,
                        isExtensionOnly: places[other].storyboardName.utf8.elementsEqual(place.storyboardName.utf8))
                })
        }
    }
}

/// How a batch derives a storyboard's id from the path of its screenshots.
package enum SourceNaming: String, Hashable, Sendable, Codable, CaseIterable {
    /// The path below the root: `crime/film-3` keeps its valid characters and gets a hash of the whole.
    case path
    /// The folder's own name.
    case slug
    /// 32 hexadecimal digits of a hash of the path.
    case hash

    /// The id of a source.
    ///
    /// - Parameters:
    ///   - path: The path below the root, parts joined by slashes.
    ///   - prefix: The name of the root, so that equal paths in two roots have different ids; nil for none.
    package func id(of path: String, prefix: String? = nil) -> StoryboardID {
        let front = prefix.map { $0 + "/" } ?? ""
        switch self {
        case .path: return StoryboardID(naming: front + path)
        case .slug:
            let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
            return StoryboardID(naming: front + String(decoding: name, as: UTF8.self))
        case .hash: return StoryboardID(naming: ContentHash(of: Array((front + path).utf8)).hexadecimal(bytes: 16))
        }
    }
}

/// One of several equal parts of all storyboards, selected by a hash of the id, the same on every machine.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The most parts.
    package static let maximumCount = 100_000

    /// Which part, 1...`count`.
    package let index: Int
    /// How many parts there are, 1...``maximumCount``.
    package let count: Int

    /// Names a part; nil where there is no such part.
    package init?(index: Int, count: Int) {
        guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether a storyboard belongs to this part.
    package func contains(_ id: StoryboardID) -> Bool {
        let number = ContentHash(of: Array(id.rawValue.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number % UInt64(count) == UInt64(index - 1)
    }

    /// Whether a line of a manifest that names no storyboard belongs to this part; lines are counted from 1.
    package func contains(line number: Int) -> Bool { number % count == index - 1 }

    /// `index/count`.
    package var description: String { "\(index)/\(count)" }
}
