public import Foundation
public import Mosaic
package import MosaicFiles
import Raster

/// Many storyboards in one store, and the catalog that knows of them.
///
/// Documents are the truth: a storyboard is there when its track is, and the catalog can be rebuilt from them.
public struct StoryboardLibrary: Sendable {
    /// How the catalog's files are named where they lie in the library's folder.
    public static let catalogName = FolderStore.catalogName

    /// Where the documents and sheets are, each storyboard below its id.
    package let store: any ObjectStore
    /// What is known of them, and the jobs.
    public let catalog: any Catalog
    /// What is kept free on their disks for removals.
    let reserves: [SpaceReserve]
    private let makers = TileMakerPool()

    /// Joins a store and its catalog.
    public init(store: any ObjectStore, catalog: any Catalog) {
        self.init(store: store, catalog: catalog, reserves: [])
    }

    /// Joins a folder and a catalog: each storyboard is a folder in it.
    ///
    /// - Parameter path: The folder; made where it does not exist.
    /// - Throws: `unavailable` where it cannot be made.
    public init(folder path: String, catalog: any Catalog) throws {
        let store = FolderStore(path: path)
        try store.make()
        self.init(store: store, catalog: catalog)
    }

    /// The same with space that is kept for removals.
    package init(store: any ObjectStore, catalog: any Catalog, reserves: [SpaceReserve]) {
        self.store = store
        self.catalog = catalog
        self.reserves = reserves
    }

    /// Composes a storyboard and publishes it; the previous publication stays whole until then.
    ///
    /// `fingerprint` stands for the screenshots and settings, nil where it is unknown. `mayPublish` is called between
    /// composing and publishing, and throws to prevent it.
    /// - Throws: `busy` where it is being composed elsewhere, `refused` where its folder holds other files, errors of
    ///   the composer, `unavailable`.
    @discardableResult
    public func compose(
        _ request: CompositionRequest, settings: CompositionSettings = CompositionSettings(),
        publication: StoryboardComposer.Publication = StoryboardComposer.Publication(), now: Date = Date(),
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Composition {
        try await compose(
            request, settings: settings, publication: publication, fingerprint: nil, now: now, progress: progress)
    }

    /// The same, and records what it is made of.
    ///
    /// - Parameters:
    ///   - claim: The right to make the storyboard of a source; nil asks for none and leaves the recorded source as it is.
    ///   - fingerprint: What it is made of, see ``SourceFingerprint``; nil where that cannot be told.
    ///   - mayPublish: Called between composing and publishing; throws where something has come in between.
    /// - Throws: `refused`, too, where it was made of another source since the claim was granted.
    @discardableResult
    package func compose(
        _ request: CompositionRequest, settings: CompositionSettings,
        publication: StoryboardComposer.Publication = StoryboardComposer.Publication(), claim: SourceClaim? = nil,
        fingerprint: ContentHash?, now: Date = Date(),
        mayPublish: @Sendable () async throws -> Void = {},
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Composition {
        let lock = try await store.lock(ObjectKey(request.id))
        defer { withExtendedLifetime(lock) {} }
        let place = try await place(of: request.id)
        try await refuseStranger(in: place, request.id)
        if let claim { try claim.check(against: try await recordedSource(of: request.id), request.id) }
        let (composition, retired) = try await place.compose(
            request, by: StoryboardComposer(settings: settings, makers: makers), publication,
            source: claim?.source, now: now, progress: progress, mayPublish: mayPublish)
        try await catalog.put(
            CatalogEntry(
                of: composition.storyboard, created: now, updated: now,
                fingerprint: try await sealed(fingerprint, of: request.id)),
            retiredSince: retired)
        return composition
    }

    /// Gives back the memory that is kept for the next composition.
    package func purge() { makers.purge() }

    /// Whether a storyboard is published whole and made of just this, told without reading its sheets.
    ///
    /// - Throws: `unavailable`.
    package func isCurrent(_ id: StoryboardID, fingerprint: ContentHash?) async throws -> Bool {
        try await isCurrent(try await catalog.entry(of: id), fingerprint: fingerprint)
    }

    /// Whether what an entry tells of is in place, each sheet, too, and made of just this.
    ///
    /// - Throws: `unavailable`.
    func isCurrent(_ entry: CatalogEntry?, fingerprint: ContentHash?) async throws -> Bool {
        guard let entry, let known = entry.fingerprint, try await sealed(fingerprint, of: entry.id) == known else {
            return false
        }
        let folder = ObjectKey(entry.id)
        guard try await store.status(of: folder.appending(Storyboard.trackName)) != nil else { return false }
        for sheet in try await recordedSheets(of: entry.id) ?? [] {
            let status = try await store.status(of: folder.appending(sheet.name.rawValue))
            guard status?.bytes == sheet.bytes else { return false }
        }
        return true
    }

    /// The sheets that a storyboard's record names, of which mostly the beginning is read; nil without a record.
    private func recordedSheets(of id: StoryboardID) async throws -> [Sheet]? {
        let key = ObjectKey(id).appending(Storyboard.recordName)
        guard let beginning = try await store.read(key, range: 0..<Storyboard.recordBeginning) else { return nil }
        if let sheets = Storyboard.sheets(inBeginning: beginning) { return sheets }
        return try await storyboard(id)?.sheets
    }

    /// The record of a storyboard; nil where there is none.
    ///
    /// - Throws: `malformed`, `unavailable`, `refused`.
    public func storyboard(_ id: StoryboardID) async throws -> Storyboard? {
        try await StoryboardPublisher(of: id, in: store).previous
    }

    /// The cue track of a storyboard; nil where there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func track(_ id: StoryboardID) async throws -> [UInt8]? {
        try await store.read(ObjectKey(id).appending(Storyboard.trackName), limit: StoryboardPublisher.recordLimit)
    }

    /// The bytes of a sheet; nil where there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func sheet(_ name: SheetName, of id: StoryboardID) async throws -> [UInt8]? {
        try await store.read(ObjectKey(id).appending(name.rawValue), limit: StoryboardPublisher.recordLimit)
    }

    func refuseStranger(in place: StoryboardPublisher, _ id: StoryboardID) async throws {
        if let previous = place.previous, previous.id != id {
            throw MosaicError(
                .refused, id.rawValue, "Its folder holds another storyboard, \(previous.id).")
        }
        guard place.previous == nil, try await store.status(of: place.key(Storyboard.trackName)) != nil else { return }
        throw MosaicError(
            .refused, id.rawValue, "Its folder holds a \(Storyboard.trackName) without a \(Storyboard.recordName).")
    }

    /// A source's fingerprint together with the record that was made of it: whoever writes another record, by another
    /// command or by a catalog that fell behind in a power loss, leaves an entry that is true of neither.
    ///
    /// - Returns: Nil without a fingerprint or a record.
    private func sealed(_ fingerprint: ContentHash?, of id: StoryboardID) async throws -> ContentHash? {
        guard let fingerprint,
            let record = try await store.status(of: ObjectKey(id).appending(Storyboard.recordName))
        else { return nil }
        let milliseconds = Int64((record.modified.timeIntervalSince1970 * 1_000).rounded(.down))
        return ContentHash(of: fingerprint.bytes + Array("\(record.bytes) \(milliseconds)".utf8))
    }
}
