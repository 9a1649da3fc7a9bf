import Hummingbird
import Mosaic
import MosaicLibrary
import NIOCore
import TiledJPEG
import WebVTT

/// The exports of published storyboards. They are created from records and sheets on request and never stored.
///
/// Exports are cached while the records are current, within budgets. A file that may exceed half of the budget for
/// bytes in flight is refused; `mosaic export` writes such files.
struct StoryboardExports: Sendable {
    /// A request for one file.
    struct Wanted: Sendable {
        let id: StoryboardID
        /// The path below the storyboard's folder.
        let path: String
        /// Time from tile to tile, for formats with a fixed cadence; `nil` for the default.
        var cadence: Timestamp?
        /// Signs the URLs in documents; `nil` if reading is public.
        var links: IssuedLinks?

        /// The key of the cached response.
        var key: String { "\(id)/\(path)" + (cadence.map { "?cadence=\($0.milliseconds)" } ?? "") }
    }

    /// Exclusive maximum number of steps of a requested cadence.
    static let mostSteps: Int64 = 20_000

    let cache: DocumentCache
    let readers: ReadAccess
    let urls: URLBuilder

    /// The response body of a request.
    ///
    /// - Throws: `notFound`, `invalidRequest` for a cadence with too many steps, `unsupported` if the format cannot
    ///   express a feature of the storyboard, `limitExceeded`, `unavailable`, `malformed`, `refused`,
    ///   `CancellationError`.
    func body(of wanted: Wanted) async throws -> BufferedResponse {
        guard let served = try await cache.storyboards(of: wanted.id) else { throw RequestError.noStoryboard }
        try check(wanted.cadence, served)
        let isPicture = ServedPicture(path: wanted.path) != nil
        // Documents with signed links are created for each request, because the links expire.
        var wanted = wanted
        if isPicture { wanted.links = nil }
        if wanted.links == nil, let made = cache.made.value(wanted.key, of: served.records) { return made }
        guard let file = try await file(of: wanted, served) else { throw RequestError.noFile }
        let body = try await body(of: file, wanted, served)
        if wanted.links == nil, body.bytes.readableBytes > 0 { cache.made.keep(body, wanted.key, of: served.records) }
        return body
    }

    /// The cached response of a request, without waiting; `nil` if it is not cached.
    func cachedBody(_ target: HotRoutes.Target) -> BufferedResponse? {
        guard target.query == nil, let records = cache.currentRecords(of: target.id) else { return nil }
        return cache.made.value(target.key, of: records)
    }

    private func check(_ cadence: Timestamp?, _ served: ServedStoryboards) throws {
        guard let cadence else { return }
        let end = served.set.main.duration ?? served.set.main.tiles.last?.start ?? .zero
        guard end.milliseconds / max(1, cadence.milliseconds) < Self.mostSteps else {
            throw RequestError(.invalidRequest, "Such a cadence makes more than \(Self.mostSteps) tiles.")
        }
    }

    // MARK: Files

    private func file(of wanted: Wanted, _ served: ServedStoryboards) async throws -> ExportFile? {
        if let export = Export.all.first(where: { $0.document == wanted.path }) {
            return try await files(of: export, wanted, served)[wanted.path]
        }
        guard let type = ContentType(fileName: wanted.path) else { return nil }
        // An export with all tiles in one file is not created only to find one image.
        for export in Export.all where type != .jpeg || !Self.whole.contains(export.name) {
            do {
                if let file = try await files(of: export, wanted, served)[wanted.path] { return file }
            } catch let error as MosaicError where [.unsupported, .limitExceeded].contains(error.code) {
                // Another export may have the file.
                continue
            }
        }
        return nil
    }

    /// The files of an export by their paths.
    private func files(
        of export: Export, _ wanted: Wanted, _ served: ServedStoryboards
    ) async throws -> [String: ExportFile] {
        let cadence = export.takesCadence ? wanted.cadence : nil
        let name = "\(wanted.id)/\(export.name)" + (cadence.map { "?cadence=\($0.milliseconds)" } ?? "")
        if wanted.links == nil, let known = cache.exports.value(name, of: served.records) { return known }
        let options = ExportOptions(
            cadence: cadence, urls: fileURLs(wanted, cadence, served), largestFile: cache.largestExport)
        let source = ExportSource(served.set, CachedSheets(cache: cache, id: wanted.id), options)
        let make: @Sendable () async throws -> [ExportFile] = {
            try await withTaskExecutorPreference(WorkExecutors.reading) { try await export.files(of: source) }
        }
        if Self.whole.contains(export.name) { try LargeExport.check(served, in: cache) }
        let files = try await cache.making(served.sheetBytes, make)
        let list = Dictionary(
            files.map { file in
                let wanted = Wanted(id: wanted.id, path: file.path, cadence: cadence, links: wanted.links)
                return (file.path, listed(file, wanted, served, make))
            }
        ) { first, _ in first }
        if wanted.links == nil {
            cache.exports.keep(list, name, bytes: Self.size(of: Array(list.values)), of: served.records)
        }
        return list
    }

    /// Exports that include a file with all tiles.
    private static let whole: Set = ["hls-iframe", "contact-sheet"]

    /// The list entry of a file. A long file is cached separately and sent in chunks; if it is evicted, it is created
    /// again.
    private func listed(
        _ file: ExportFile, _ wanted: Wanted, _ served: ServedStoryboards,
        _ make: @escaping @Sendable () async throws -> [ExportFile]
    ) -> ExportFile {
        guard wanted.links == nil, case .bytes(let bytes) = file.body, bytes.count > DocumentCache.largestSheet else {
            return file
        }
        cache.large.keep(LargeExport.Made(bytes), wanted.key, bytes: bytes.count, of: served.records)
        return ExportFile(
            file.path, file.type, isImmutable: file.isImmutable,
            .made {
                guard case .bytes(let bytes)? = try await make().first(where: { $0.path == file.path })?.body else {
                    throw RequestError.noFile
                }
                return bytes
            })
    }

    /// URLs of this server, except for sheets that the record places on another server.
    ///
    /// A URL of another server never gets a signed link. If the server knows its public URL, all URLs are its own, as
    /// in the track. Files with a requested cadence exist only under that cadence.
    private func fileURLs(_ wanted: Wanted, _ cadence: Timestamp?, _ served: ServedStoryboards) -> FileURLs {
        let query = cadence.map { "cadence=\($0.shortSeconds)" }
        let own = urls.files(of: wanted.id, wanted.links, query: query)
        guard wanted.links == nil, urls.origin == nil else { return own }
        let foreign = served.foreignURLs
        return foreign.isEmpty ? own : own.replacing { foreign[$0] }
    }

    /// The approximate memory of a list in bytes.
    private static func size(of files: [ExportFile]) -> Int {
        files.reduce(0) { sum, file in
            guard case .bytes(let bytes) = file.body else { return sum + 200 + file.path.utf8.count }
            return sum + 200 + bytes.count
        }
    }

    // MARK: Response bodies

    private func body(
        of file: ExportFile, _ wanted: Wanted, _ served: ServedStoryboards
    ) async throws -> BufferedResponse {
        let caching = (file.isImmutable ? ResourceKind.sheet : .document).caching(for: readers)
        switch file.body {
        case .bytes(let bytes): return body(bytes, file.type, caching)
        case .sheet(let member, let number):
            let member = served.set.members[member]
            let sheet = member.storyboard.sheets[number]
            guard let body = try await cache.servedSheet(sheet, in: member.folder, of: wanted.id, caching: caching)
            else {
                cache.invalidate(wanted.id)
                throw MosaicError(.unavailable, sheet.name.rawValue, "The sheet is not there.")
            }
            return body
        case .tile(let member, let number):
            let sheets = CachedSheets(cache: cache, id: wanted.id)
            return body(try await sheets.tile(number, of: served.set.members[member]).encoded(), file.type, caching)
        case .made(let make):
            let reading = LargeExport(
                cache: cache, key: wanted.key, served: served, isWhole: [.bytes, .mp4, .svg].contains(file.type),
                repeatsTiles: wanted.cadence != nil, make: make)
            let made = try await reading.made()
            guard made.bytes.count > InFlightBudget.chunk else { return body(made.bytes, file.type, caching) }
            let representation = Representation(
                count: made.bytes.count, type: file.type.rawValue, entityTag: made.entityTag, caching: caching,
                readers: readers)
            return BufferedResponse(representation, reading.chunks)
        }
    }

    private func body(_ bytes: [UInt8], _ type: ContentType, _ caching: Caching) -> BufferedResponse {
        BufferedResponse(bytes, type: type, entityTag: .content(bytes), caching: caching, readers: readers)
    }
}
