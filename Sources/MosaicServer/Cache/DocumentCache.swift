import Hummingbird
import Mosaic
import MosaicLibrary
import TiledJPEG

/// A cache of a library's documents and sheets, within a budget.
///
/// A publication by another process becomes visible within ``FileCache/freshness``. After its own publications, this
/// process calls ``invalidate(_:)``.
final class DocumentCache: Sendable {
    /// Maximum size of a document or sheet that is read into memory, in bytes.
    static let fileLimit = 1 << 28

    let library: StoryboardLibrary
    let readers: ReadAccess
    /// Limits the bytes of sheets that are being read into memory at a time.
    let loading = WorkLimit(2 * DocumentCache.largestSheet)
    private let files: FileCache

    /// Values derived from cached files, within an eighth of the budget.
    let made: DerivedCache
    /// The files of exports by path, within a sixteenth of the budget.
    let exports: DerivedValues<[String: ExportFile]>
    /// Whole files of exports that are sent in chunks, within the budget for bytes in flight.
    let large: DerivedValues<LargeExport.Made>
    /// Maximum size of a file in ``large``, in bytes: half of the budget for bytes in flight.
    let largestExport: Int
    /// Limits the bytes of the sheets of exports that are being created at a time.
    private let exporting: WorkLimit

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - budget: Maximum size in bytes, 0 or more.
    ///   - inFlight: Maximum size of response bodies that clients have not read yet, in bytes, 2 or more.
    ///   - readers: Clients that may read, for the caching fields of responses.
    init(
        library: StoryboardLibrary, budget: Int, inFlight: Int = 64 << 20, readers: ReadAccess,
        freshness: Duration = FileCache.freshness
    ) {
        self.library = library
        self.readers = readers
        made = DerivedCache(budget: budget / 8)
        exports = DerivedValues(budget: budget / 16)
        large = DerivedValues(budget: inFlight)
        largestExport = inFlight / 2
        exporting = WorkLimit(max(1, inFlight / 2))
        files = FileCache(library.store, budget: budget - budget / 8 - budget / 16, freshness: freshness)
    }

    /// A published document of a storyboard; `nil` if it does not exist.
    ///
    /// - Throws: `unavailable`, `limitExceeded`, `refused`.
    func document(
        _ document: DocumentFile, in folder: String? = nil, of id: StoryboardID
    ) async throws -> CachedFile? {
        try await files.file(ObjectKey(id).appending(Self.path(document.name, in: folder))) { bytes, status in
            BufferedResponse(
                bytes, type: document.type, entityTag: .content(bytes), lastModified: HTTPDate(status.modified),
                caching: ResourceKind.document.caching(for: self.readers), readers: self.readers)
        }
    }

    /// A sheet, cached or read now; `nil` if it does not exist.
    ///
    /// - Throws: `unavailable`, `limitExceeded`, `refused`.
    func sheet(_ name: SheetName, in folder: String? = nil, of id: StoryboardID) async throws -> CachedFile? {
        try await files.file(ObjectKey(id).appending(Self.path(name.rawValue, in: folder))) { bytes, status in
            BufferedResponse(self.representation(of: name, status, count: bytes.count), ByteBuffer(bytes: bytes))
        }
    }

    /// The path of a file below the storyboard's folder.
    ///
    /// - Parameter folder: The folder of a further width; `nil` for the storyboard's own files.
    static func path(_ name: String, in folder: String?) -> String { folder.map { "\($0)/\(name)" } ?? name }

    /// Runs the creation of an export once running exports leave room for its sheets.
    ///
    /// - Parameter bytes: Size of the sheets in bytes.
    /// - Throws: `CancellationError`, errors of `work`.
    func making<Value: Sendable>(_ bytes: Int, _ work: () async throws -> Value) async throws -> Value {
        try await exporting.run(min(bytes, largestExport), work)
    }

    /// The parsed record of a storyboard; `nil` if there is none.
    ///
    /// - Throws: `malformed`, `unavailable`, `limitExceeded`, `refused`.
    func snapshot(of id: StoryboardID) async throws -> StoryboardSnapshot? {
        try await document(.record, of: id).map { try snapshot(in: $0) }
    }

    /// The parsed record in a cached file.
    ///
    /// - Throws: `malformed`.
    func snapshot(in file: CachedFile) throws -> StoryboardSnapshot {
        defer { files.recount(file) }
        return try file.snapshot()
    }

    /// The tiles of a sheet.
    ///
    /// - Throws: `malformed` if the file is not a sheet of tiles.
    func grid(in sheet: CachedFile) throws -> RestartGrid {
        defer { files.recount(sheet) }
        return try sheet.grid()
    }

    /// Invalidates a storyboard that this process has published or removed.
    func invalidate(_ id: StoryboardID) {
        files.invalidate(prefix: id.rawValue + "/")
        made.invalidate(prefix: id.rawValue + "/")
        exports.invalidate(prefix: id.rawValue + "/")
        large.invalidate(prefix: id.rawValue + "/")
    }

    /// Clears the cache.
    ///
    /// - Returns: The number of bytes freed.
    func purge() -> Int {
        library.purge()
        return files.purge() + made.purge() + exports.purge() + large.purge()
    }

    /// The current size of the cache, and the hits and misses of files so far.
    var load: FileCache.Load {
        var load = files.load
        load.bytes += made.bytes + exports.bytes + large.bytes
        return load
    }

    /// The cached file of a key, if it can be sent without asking the store; `nil` if ``document(_:in:of:)`` or
    /// ``sheet(_:in:of:)`` has to read or revalidate it.
    func current(_ key: String) -> CachedFile? { files.current(key) }

    /// A cached file, current or not.
    func held(_ key: ObjectKey) -> CachedFile? { files.held(key) }
}
