import HTTPTypes
import Hummingbird
import Mosaic
import WebVTT

/// Serves a storyboard's documents and sheets, under their names in the storyboard's folder.
struct DocumentRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let urls: URLBuilder

    /// The exports to the formats of other players.
    var exports: StoryboardExports { StoryboardExports(cache: cache, readers: rule.readers, urls: urls) }

    func add(to routes: Routes) {
        routes.on([.get, .head], "/storyboards/:id", .published(.document)) { request, context in
            let id = try context.storyboard()
            guard try await cache.document(.record, of: id) != nil else { throw RequestError.noStoryboard }
            // A token in the query is not copied to the redirect's URL; a signature replaces the token.
            let links = rule.links(to: id, for: request, now: .now)
            let query = links.map { "?" + $0.toStoryboard.query } ?? ""
            return Response(
                status: .temporaryRedirect,
                headers: [
                    .location: urls.path(of: id) + Storyboard.recordName + query,
                    .cacheControl: Caching.unstored.fieldValue(for: rule.readers),
                ])
        }
        for file in PublishedDocument.all.flatMap(\.files) { add(file, to: routes) }
        addExports(to: routes)
        let cachedExport = exports.cachedBody
        routes.read(
            "/storyboards/:id/:entry", .published(.sheet), cached: { cached($0) ?? cachedExport($0) }
        ) { request, context in
            guard let text = context.part("entry") else { throw RequestError.noSheet }
            guard let name = SheetName(rawValue: text) else { return try await exported(text, request, context) }
            guard let sheet = try await cache.servedSheet(name, of: context.storyboard()) else {
                throw RequestError.noSheet
            }
            return sheet
        }
    }

    private func add(_ file: DocumentFile, to routes: Routes) {
        let path = "/storyboards/:id/\(file.servedName)"
        switch file.serving {
        case .published:
            // The file has names of sheets instead of URLs. If sheets need a signature, the signature of the file's URL
            // is also valid for them.
            routes.read(path, .published(.document), cached: cached) { _, context in
                try await stored(file, context.storyboard())
            }
        case .fitted:
            let isStored = urls.origin == nil
            routes.read(path, .published(.document), cached: isStored ? cached : nil) { request, context in
                try await fitted(file, request, context.storyboard())
            }
        case .made: break
        }
    }

    @Sendable private func cached(_ target: HotRoutes.Target) -> BufferedResponse? {
        target.query == nil ? cache.current(target.key)?.body : nil
    }

    func stored(_ file: DocumentFile, _ id: StoryboardID, in folder: String? = nil) async throws -> BufferedResponse {
        guard let document = try await cache.document(file, in: folder, of: id) else { throw RequestError.noStoryboard }
        return document.body
    }

    /// The stored file; a new one if other URLs or a maximum number of cues are required.
    func fitted(
        _ file: DocumentFile, _ request: Request, _ id: StoryboardID, in folder: String? = nil
    ) async throws -> BufferedResponse {
        let most = try RequestQuery(request.uri.query).number("max", in: 1...1_000_000)
        let links = rule.links(to: id, for: request, now: .now)
        let base = urls.absolute(id)
        if most == nil, links == nil, base == nil { return try await stored(file, id, in: folder) }
        guard let record = try await cache.document(.record, in: folder, of: id) else {
            throw RequestError.noStoryboard
        }
        let storyboard = try cache.snapshot(in: record).storyboard
        var options = DocumentOptions(maximumCues: most)
        // Uses only URLs of this server: the record may have URLs of other servers, which must not get signed links.
        if links != nil || base != nil {
            options.urls = urls.files(of: id, links).in(folder)
        }
        let bytes = file.bytes(of: storyboard, options)
        return BufferedResponse(
            bytes, type: file.type, entityTag: .content(bytes),
            caching: ResourceKind.document.caching(for: rule.readers),
            readers: rule.readers)
    }
}

/// Serves exports, and the folders of further widths.
extension DocumentRoutes {
    /// Accepted cadences in milliseconds.
    private static let cadences: ClosedRange<Int64> = 100...86_400_000

    func addExports(to routes: Routes) {
        for export in Export.all {
            routes.read("/storyboards/:id/\(export.document)", .published(.document), cached: exports.cachedBody) {
                request, context in
                try await exported(export.document, request, context)
            }
        }
        // The router requires the same parameter name at the same position of all paths.
        for path in [":entry/:second", ":entry/:second/:third", ":entry/:second/:third/:fourth"] {
            routes.read("/storyboards/:id/\(path)", .published(.sheet)) { request, context in
                try await inFolder(request, context)
            }
        }
    }

    /// A file of an export.
    func exported(_ path: String, _ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        let id = try context.storyboard()
        var wanted = StoryboardExports.Wanted(id: id, path: path)
        wanted.links = rule.links(to: id, for: request, now: .now)
        if let text = try RequestQuery(request.uri.query).text("cadence") {
            guard let time = Timestamp(parsing: text, grammar: .human), Self.cadences.contains(time.milliseconds) else {
                throw RequestError(.invalidRequest, "cadence takes seconds, 0.1 to 86400.")
            }
            wanted.cadence = time
        }
        return try await exports.body(of: wanted)
    }

    /// A file in a subfolder of the storyboard: a document, sheet or tile of a further width, or a file of an export.
    private func inFolder(_ request: Request, _ context: ServerContext) async throws -> BufferedResponse {
        guard let path = context.filePath else { throw RequestError.noFile }
        let id = try context.storyboard()
        let parts = path.split(separator: "/", maxSplits: 1)
        guard let width = Int(parts[0]), String(width) == parts[0], parts.count == 2 else {
            return try await exported(path, request, context)
        }
        let (folder, name) = (String(parts[0]), String(parts[1]))
        if let sheet = SheetName(rawValue: name) {
            guard let body = try await cache.servedSheet(sheet, in: folder, of: id) else {
                throw RequestError.noSheet
            }
            return body
        }
        if name.hasPrefix("tiles/"), let tile = TileName(String(name.dropFirst("tiles/".count))) {
            // A tile needs only the record, not the list of all files of its width.
            guard let record = try await cache.document(.record, in: folder, of: id) else { throw RequestError.noTile }
            return try await TileCutting(cache: cache, folder: folder).body(tile, of: record, id)
        }
        let file = PublishedDocument.all.flatMap(\.files).first { $0.name == name }
        guard let file else { return try await exported(path, request, context) }
        guard let served = try await cache.storyboards(of: id) else { throw RequestError.noStoryboard }
        let folders = served.set.members.compactMap(\.folder)
        guard folders.contains(folder) else {
            let track = urls.path(of: id) + Storyboard.trackName
            let others =
                folders.isEmpty ? "" : ", and those of further widths are in \(folders.joined(separator: ", "))"
            throw RequestError(
                .notFound, "The storyboard has no folder \(folder); its track is \(track)\(others).")
        }
        switch file.serving {
        case .published: return try await stored(file, id, in: folder)
        case .fitted: return try await fitted(file, request, id, in: folder)
        case .made: throw RequestError.noFile
        }
    }
}
