public import Foundation
public import Mosaic
package import MosaicSystem
import Raster

/// A store with many storyboards, and their catalog.
///
/// The documents in the store are authoritative: a storyboard exists if its track does, and the catalog can be rebuilt.
public struct StoryboardLibrary: Sendable {
    /// The name of the catalog's files in the library's folder.
    public static let catalogName = FolderStore.catalogName

    /// The documents and sheets, below the id of each storyboard.
    package let store: any ObjectStore
    /// Facts about storyboards, and the jobs.
    public let catalog: any Catalog
    /// Reads screenshots in buckets. Nil without a client; sources in buckets are then `unsupported`.
    package var buckets: (any BucketClient)?
    /// The index of videos; nil if the catalog has none.
    package var videos: (any VideoIndex)?
    /// The log of video downloads; nil if the catalog cannot store them.
    package var downloads: (any DownloadLog)?
    /// The expected chapters in buckets, as last read.
    let chapterFiles = ChaptersFileCache()
    /// Disk space that is reserved for removals on a full disk.
    let reserves: [SpaceReserve]
    private let makers = TileMakerPool()

    /// Creates a library of a store and its catalog.
    public init(store: any ObjectStore, catalog: any Catalog) {
        self.init(store: store, catalog: catalog, reserves: [])
    }

    /// Creates a library of a folder and a catalog. The folder contains one folder for each storyboard; a missing
    /// folder is created.
    ///
    /// - Throws: `unavailable` if the folder cannot be created.
    public init(folder path: String, catalog: any Catalog) throws {
        let store = FolderStore(path: path)
        try store.make()
        self.init(store: store, catalog: catalog)
    }

    /// Creates a library with disk space that is reserved for removals.
    package init(store: any ObjectStore, catalog: any Catalog, reserves: [SpaceReserve]) {
        self.store = store
        self.catalog = catalog
        self.reserves = reserves
    }

    /// Composes a storyboard and publishes it. Until then, the previous publication stays complete.
    ///
    /// Stores no fingerprint, so the next batch composes the storyboard again.
    /// - Throws: `busy` while the storyboard is composed elsewhere, `refused` if its folder contains another storyboard
    ///   or a track without a record, errors of the composer, `unavailable`.
    @discardableResult
    public func compose(
        _ request: CompositionRequest, settings: CompositionSettings = CompositionSettings(),
        publication: StoryboardComposer.Publication = StoryboardComposer.Publication(), now: Date? = nil,
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Composition {
        try await compose(
            request, settings: settings, publication: publication, fingerprint: nil, now: now, progress: progress)
    }

    /// Composes and publishes a storyboard, and records its source.
    ///
    /// - Parameters:
    ///   - earlier: The storyboard as read before; its record is read again only if it has changed since.
    ///   - claim: Permission to use the source; nil keeps the recorded source.
    ///   - fingerprint: Hash of the screenshots and settings; nil if unknown.
    ///   - mayPublish: Called between composing and publishing; throws to prevent the publication.
    /// - Throws: The errors of ``compose(_:settings:publication:now:progress:)``; `refused` also if another source was
    ///   published since `claim` was granted.
    @discardableResult
    package func compose(
        _ request: CompositionRequest, settings: CompositionSettings,
        publication: StoryboardComposer.Publication = StoryboardComposer.Publication(),
        after earlier: StoryboardPublisher? = nil, claim: SourceOwnershipCheck? = nil, fingerprint: ContentHash?,
        now: Date? = nil,
        mayPublish: @Sendable () async throws -> Void = {},
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Composition {
        let now = try await time(now)
        let lock = try await store.lock(ObjectKey(request.id))
        defer { withExtendedLifetime(lock) {} }
        let place = try await place(of: request.id, after: earlier)
        try await refuseForeign(in: place, request.id)
        if let claim { try claim.check(against: try await recordedSource(of: request.id), request.id) }
        var publication = publication
        publication.source = claim?.source
        if claim?.replacesOther == true { publication.regrids = true }
        let staged = try await place.stage(
            request, by: StoryboardComposer(settings: settings, makers: makers), publication, now: now,
            progress: progress)
        do {
            try await mayPublish()
        } catch {
            await place.discard(staged)
            throw error
        }
        let retired = try await place.publish(staged, now: now)
        let composition = staged.composition
        // After a failed download, the fingerprint is not stored, so that the next batch tries again although the
        // source has not changed.
        let current = composition.brokenDownloads == 0 ? fingerprint : nil
        try await catalog.put(
            CatalogEntry(
                of: composition.storyboard, bytes: composition.bytes, created: now, updated: now,
                fingerprint: try await sealed(current, of: request.id),
                source: claim == nil ? try await recordedSource(of: request.id) : claim?.source),
            retiredSince: retired)
        return composition
    }

    /// The given time; otherwise the catalog's time.
    ///
    /// - Throws: `unavailable`.
    func time(_ given: Date?) async throws -> Date { if let given { given } else { try await catalog.now() } }

    /// Frees the memory that is kept for the next composition.
    package func purge() { makers.purge() }

    /// Whether a storyboard is published with all sheets and has this fingerprint. The sheets are not read.
    ///
    /// - Throws: `unavailable`.
    package func isCurrent(_ id: StoryboardID, fingerprint: ContentHash?) async throws -> Bool {
        try await isCurrent(try await catalog.entry(of: id), fingerprint: fingerprint)
    }

    /// Whether the storyboard of a film is published with all sheets and made of the film's current version. The film
    /// is not opened.
    ///
    /// - Parameter roots: Folders of clients' sources; links to a film or list below one of them must not leave it.
    /// - Throws: `unavailable`.
    package func isCurrent(filmOf request: JobRequest, below roots: SourceRoots = .none) async throws -> Bool {
        try await isCurrent(request.id, fingerprint: SourceFingerprint.ofFilm(in: request, below: roots))
    }

    /// The entry of a film's storyboard that is up to date; nil if the storyboard has to be composed, or its job failed
    /// or has not ended.
    ///
    /// - Throws: `unavailable`.
    package func currentEntry(ofFilm request: JobRequest) async throws -> CatalogEntry? {
        let status = try await catalog.status(of: request.id)
        guard status.job?.state.isFinal ?? true, status.job?.state != .failed,
            try await isCurrent(status.entry, fingerprint: SourceFingerprint.ofFilm(in: request))
        else { return nil }
        return status.entry
    }

    /// Whether the storyboard of an entry is in place with all sheets and has this fingerprint.
    ///
    /// - Throws: `unavailable`.
    func isCurrent(_ entry: CatalogEntry?, fingerprint: ContentHash?) async throws -> Bool {
        guard let entry, let known = entry.fingerprint, let fingerprint, let record = try await record(of: entry.id),
            Self.sealed(fingerprint, with: record) == known, let outline = Storyboard.outline(of: record)
        else { return false }
        let folder = ObjectKey(entry.id)
        guard try await holdsAll(outline.sheets, below: folder) else { return false }
        for width in outline.widths {
            let folder = folder.appending(String(width))
            let record = try await store.read(
                folder.appending(Storyboard.recordName), limit: StoryboardPublisher.recordLimit)
            guard let record, let outline = Storyboard.outline(of: record),
                try await holdsAll(outline.sheets, below: folder)
            else { return false }
        }
        return true
    }

    /// Whether a folder contains the track and all sheets in their recorded lengths.
    private func holdsAll(_ sheets: [Sheet], below folder: ObjectKey) async throws -> Bool {
        guard try await store.status(of: folder.appending(Storyboard.trackName)) != nil else { return false }
        for sheet in sheets {
            let status = try await store.status(of: folder.appending(sheet.name.rawValue))
            guard status?.bytes == sheet.bytes else { return false }
        }
        return true
    }

    /// Bytes of the sheets of a published storyboard, including its further widths.
    ///
    /// - Throws: `unavailable`, `refused`.
    func sheetBytes(of storyboard: Storyboard) async throws -> Int {
        guard !storyboard.widths.isEmpty else { return storyboard.sheetBytes }
        return try await StoryboardSet.published(with: storyboard, in: store, ObjectKey(storyboard.id)).members
            .reduce(0) { $0 + $1.storyboard.sheetBytes }
    }

    private func record(of id: StoryboardID) async throws -> [UInt8]? {
        try await store.read(ObjectKey(id).appending(Storyboard.recordName), limit: StoryboardPublisher.recordLimit)
    }

    /// The record of a storyboard; nil if it is not published.
    ///
    /// - Throws: `malformed`, `unavailable`, `refused`.
    public func storyboard(_ id: StoryboardID) async throws -> Storyboard? {
        try await StoryboardPublisher(of: id, in: store).previous
    }

    /// The cue track of a storyboard; nil if it is not published.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func track(_ id: StoryboardID) async throws -> [UInt8]? {
        try await store.read(ObjectKey(id).appending(Storyboard.trackName), limit: StoryboardPublisher.recordLimit)
    }

    /// The bytes of a sheet; nil if missing.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func sheet(_ name: SheetName, of id: StoryboardID) async throws -> [UInt8]? {
        try await store.read(ObjectKey(id).appending(name.rawValue), limit: StoryboardPublisher.recordLimit)
    }

    func refuseForeign(in place: StoryboardPublisher, _ id: StoryboardID) async throws {
        if let previous = place.previous, previous.id != id {
            throw MosaicError(
                .refused, id.rawValue, "Its folder holds another storyboard, \(previous.id).")
        }
        guard place.previous == nil, try await store.status(of: place.key(Storyboard.trackName)) != nil else { return }
        throw MosaicError(
            .refused, id.rawValue, "Its folder holds a \(Storyboard.trackName) without a \(Storyboard.recordName).")
    }

    /// The fingerprint of a source combined with the hash of the storyboard's record. If another command writes the
    /// record, or a power loss undoes a change of the catalog, the entry no longer matches.
    ///
    /// Hashes the content of the record, not its version, because the version is unknown right after the publication.
    ///
    /// - Returns: Nil without a fingerprint or a record.
    private func sealed(_ fingerprint: ContentHash?, of id: StoryboardID) async throws -> ContentHash? {
        guard let fingerprint, let record = try await record(of: id) else { return nil }
        return Self.sealed(fingerprint, with: record)
    }

    private static func sealed(_ fingerprint: ContentHash, with record: [UInt8]) -> ContentHash {
        ContentHash(of: fingerprint.bytes + ContentHash(of: record).bytes)
    }
}

/// Threads of the process for work that blocks or takes long, so that such work occupies neither an event loop nor a
/// thread of the shared pool.
package enum WorkExecutors {
    /// For reading documents, sheets and screenshots.
    package static let reading: any TaskExecutor = BlockingExecutor(named: "mosaic-read")
    /// For storing, removing and work on jobs.
    package static let writing: any TaskExecutor = BlockingExecutor.shared
    /// For decoding large requests; at most two at a time.
    package static let decoding: any TaskExecutor = BlockingExecutor(limit: 2, named: "mosaic-decode")

    /// Raises the limit on composed pixels to `jobs` storyboards at a time; never lowers it.
    package static func allow(jobs: Int) { PixelExecutor.shared.raiseLimit(to: jobs) }
}
