import Mosaic

extension HotAnswers {
    /// Cached documents by request target.
    struct HotDocuments: Sendable {
        private let cache: DocumentCache
        /// The path before a storyboard's id.
        private let beginning: String
        /// Whether tracks are served as stored.
        private let servesStoredTracks: Bool
        private let routes: [Kind: String]

        private enum Kind: String, CaseIterable {
            case record = "mosaic.json"
            case track = "thumbnails.vtt"
            case sheet = "{sheet}"
            case tile = "tiles/{tile}"
            case lookup = "tile"
        }

        init(_ cache: DocumentCache, _ urls: URLBuilder) {
            self.cache = cache
            beginning = urls.prefix + "/storyboards/"
            servesStoredTracks = urls.origin == nil
            let path = urls.prefix + "/storyboards/{id}/"
            routes = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, path + $0.rawValue) })
        }

        /// The body of a target, and the route that would have answered; nil where the body is not cached, or needs
        /// more than a look-up by name.
        func body(at target: String) -> (body: ServedBody, route: String)? {
            guard target.utf8.starts(with: beginning.utf8) else { return nil }
            let rest = Substring(target.utf8.dropFirst(beginning.utf8.count))
            // Targets that need decoding are left to the router.
            guard rest.utf8.allSatisfy(Self.isPlain), let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else {
                return nil
            }
            let (id, name) = (rest[..<slash], rest[rest.utf8.index(after: slash)...])
            switch name {
            case "mosaic.json": return file(rest, .record)
            case "thumbnails.vtt": return servesStoredTracks ? file(rest, .track) : nil
            case _ where name.utf8.starts(with: "tile?".utf8): return lookup(id, String(name.dropFirst(5)))
            case _ where name.utf8.starts(with: "tiles/".utf8): return made(.tile, String(rest), of: record(of: id))
            default: return file(rest, .sheet)
            }
        }

        private func file(_ key: Substring, _ kind: Kind) -> (ServedBody, String)? {
            cache.current(String(key)).flatMap { found($0.body, kind) }
        }

        private func lookup(_ id: Substring, _ query: String) -> (ServedBody, String)? {
            // Only a record that is parsed already is used.
            guard let record = record(of: id), let snapshot = record.knownSnapshot,
                let wanted = try? TileQuery(RequestQuery(query)), let tile = try? wanted.tile(in: snapshot)
            else { return nil }
            return made(.lookup, TileRoutes.name(of: tile, wanted.policy, of: String(id)), of: record)
        }

        private func made(_ kind: Kind, _ name: String, of record: CachedFile?) -> (ServedBody, String)? {
            record.flatMap { cache.made.body(name, of: $0) }.flatMap { found($0, kind) }
        }

        private func record(of id: Substring) -> CachedFile? { cache.current("\(id)/\(Storyboard.recordName)") }

        private func found(_ body: ServedBody, _ kind: Kind) -> (ServedBody, String)? {
            routes[kind].map { (body, $0) }
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
                && byte != UInt8(ascii: "#")
        }
    }
}
