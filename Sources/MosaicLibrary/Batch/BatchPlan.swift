package import Mosaic

/// The storyboards of a tree: the id of each folder and film, with conflicts.
package struct BatchPlan: Sendable {
    /// A folder or film and its storyboard.
    package struct Source: Hashable, Sendable {
        /// Where the screenshots are.
        package let place: Place
        /// The storyboard.
        package let id: StoryboardID
        /// Its title, after the prefix: the path below the root, or a film's name without extension.
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

        /// The path that ids are made of: that of a film without extension.
        fileprivate var storyboardName: String {
            switch self {
            case .folder(let folder): folder.name
            case .film(let film): FilmName(film.name)?.stem ?? film.name
            }
        }

        /// A folder's path; a film's own name without extension.
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
        /// Whether both have the same path but for a film's extension, so that another naming of ids does not help.
        package let isExtensionOnly: Bool
    }

    /// The sources in the order of the walk.
    package let sources: [Source]

    /// Assigns ids to the folders and films of a walk, folders first, and leaves out those of other shards.
    ///
    /// Ids and titles begin with `prefix`, as if the root were a folder of that name in a larger tree. A shard does
    /// not depend on known ids, because machines may know different sources.
    /// - Parameters:
    ///   - naming: Way to make ids; nil makes those of folders of the path, and those of films of title and source.
    ///     Of several sources with one id the one that has it already is composed then, or else the first; with a
    ///     naming all of them are refused.
    ///   - known: The ids that sources have already and keep.
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
        // The positions of an id's sources, the owner first.
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

    /// Whether a line of a manifest that names no storyboard belongs to this part; lines are counted from 1.
    package func contains(line number: Int) -> Bool { number % count == index - 1 }

    /// `index/count`.
    package var description: String { "\(index)/\(count)" }
}
