package import Mosaic

/// The ids of all folders and films in a tree, with conflicts.
package struct BatchPlan: Sendable {
    /// A folder or film and its storyboard.
    package struct Source: Hashable, Sendable {
        /// Location of the screenshots or the film.
        package let place: Place
        package let id: StoryboardID
        /// Title of the storyboard: the title of a known source, otherwise the prefix and the path below the root. A
        /// film's file name without extension takes the place of its path.
        package let title: String
        /// The conflict if another source has the same id and this source is therefore not composed; otherwise nil.
        package let conflict: Conflict?
    }

    /// Location of a source: a folder of screenshots, or a film.
    package enum Place: Hashable, Sendable {
        case folder(SourceTree.Folder)
        case film(SourceTree.Film)

        /// The absolute path, or the address in a bucket.
        package var path: String {
            switch self {
            case .folder(let folder): folder.path
            case .film(let film): film.path
            }
        }

        /// The path below the root; for the root, its own name.
        package var name: String {
            switch self {
            case .folder(let folder): folder.name
            case .film(let film): film.name
            }
        }

        /// The path from which ids are derived; a film's path has no extension.
        fileprivate var storyboardName: String {
            switch self {
            case .folder(let folder): folder.name
            case .film(let film): FilmName(film.name)?.stem ?? film.name
            }
        }

        /// A folder's path below the root; a film's file name without extension.
        var title: String {
            guard case .film = self else { return storyboardName }
            let name = storyboardName.utf8.split(separator: UInt8(ascii: "/")).last.map(Substring.init)
            return name.map(String.init) ?? storyboardName
        }
    }

    /// Another source with the same id.
    package struct Conflict: Hashable, Sendable {
        /// The other source's path below the root.
        package let other: String
        /// Whether the two paths differ in a film's extension only, so that every method to derive ids gives both the
        /// same id.
        package let isExtensionOnly: Bool
    }

    /// The sources in walk order, folders first.
    package let sources: [Source]

    /// Assigns ids to the folders and films of a walk, folders first. Sources of other shards are left out.
    ///
    /// Ids and titles begin with `prefix`, as if the root were a folder of that name in a larger tree. Known ids do not
    /// affect the shard of a source, because each machine may know other sources.
    /// - Parameters:
    ///   - naming: Method to derive ids. With nil, a folder's id is derived from its path, and a film's id from title
    ///     and source. If several sources have one id, nil composes the source that is known under the id, otherwise
    ///     the first; any other value refuses all of them.
    ///   - known: Ids of known sources, which keep them.
    package init(
        _ walk: SourceTree.Walk, naming: SourceNaming?, prefix: String? = nil, shard: Shard? = nil,
        known: KnownSources = KnownSources()
    ) {
        let places = walk.folders.map(Place.folder) + walk.films.map(Place.film)
        let front = prefix.map { $0 + "/" } ?? ""
        let named = places.map { (naming ?? .path).id(of: $0.storyboardName, prefix: prefix) }
        let owned = places.map { known.id(of: $0.path) }
        let ids = places.indices.map { position in
            if let id = owned[position] { return id }
            guard naming == nil, case .film(let film) = places[position] else { return named[position] }
            return StoryboardID(titled: front + places[position].title, at: RecordedSource(path: film.path))
        }
        // Positions of the sources of an id; a known source comes first.
        var positions: [StoryboardID: [Int]] = [:]
        for (position, id) in ids.enumerated() {
            let place = owned[position] == nil ? positions[id]?.count ?? 0 : 0
            positions[id, default: []].insert(position, at: place)
        }
        sources = zip(places, ids).enumerated().compactMap { position, source in
            let (place, id) = source
            guard shard?.contains(named[position]) ?? true else { return nil }
            let rivals = positions[id] ?? []
            let other = rivals.first == position ? (naming == nil ? nil : rivals.dropFirst().first) : rivals.first
            return Source(
                place: place, id: id,
                title: known.title(of: place.path) ?? front + place.title,
                conflict: other.map { other in
                    Conflict(
                        other: places[other].name,
                        isExtensionOnly: places[other].storyboardName.utf8.elementsEqual(place.storyboardName.utf8))
                })
        }
    }
}

/// Method to derive a storyboard's id from the path of its screenshots.
package enum SourceNaming: String, Hashable, Sendable, Codable, CaseIterable {
    /// The path below the root: `crime/film-3` keeps its valid characters and gets a hash of the whole path.
    case path
    /// The name of the folder or film, without the folders above it.
    case slug
    /// 32 hexadecimal digits of a hash of the path.
    case hash

    /// Derives the id of a source.
    ///
    /// - Parameters:
    ///   - path: The path below the root, with slashes between its parts.
    ///   - prefix: The name of the root, so that equal paths in two roots get different ids; nil without a prefix.
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

/// One of several equal parts of all storyboards. A hash of the id selects the part, so every machine selects the same
/// one.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// Maximum number of parts.
    package static let maximumCount = 100_000

    /// Number of the part, 1...`count`.
    package let index: Int
    /// The number of parts, 1...``maximumCount``.
    package let count: Int

    /// Creates a part; nil if `index` is not a part of `count`.
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

    /// Whether a manifest line without an id belongs to this part; lines are counted from 1.
    package func contains(line number: Int) -> Bool { number % count == index - 1 }

    /// The shard as `index/count`.
    package var description: String { "\(index)/\(count)" }
}
