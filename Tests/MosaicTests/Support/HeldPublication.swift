import Foundation
import MosaicFixtures
import Synchronization

@testable import Mosaic

/// A publication in memory that records the sheets read and written.
final class HeldPublication: Sendable {
    /// One round of composing into it.
    struct Round {
        let composition: Composition
        /// Numbers of the sheets that were read and that were handed over, in order of the numbers.
        let read: [Int]
        let written: [Int]

        var decodings: Int { composition.decodings.count }
        var storyboard: Storyboard { composition.storyboard }
    }

    private let store = MemoryStore()
    private let published = Mutex<Storyboard?>(nil)

    private static func key(_ sheet: Sheet) -> ObjectKey { ObjectKey(part: sheet.name.rawValue) }

    /// Bytes of the sheets that the record names, in order.
    var sheets: [[UInt8]?] {
        published.withLock { $0 }?.sheets.map { store.bytes(of: Self.key($0)) } ?? []
    }

    /// Does something to one sheet's bytes; nil removes it.
    func change(sheet number: Int, _ change: ([UInt8]) -> [UInt8]?) {
        guard let sheet = published.withLock({ $0 })?.sheets[number] else { return }
        store.replace(Self.key(sheet), with: store.bytes(of: Self.key(sheet)).flatMap(change))
    }

    /// Composes a folder of drawn screenshots into it.
    @discardableResult
    func compose(_ source: ScreenshotSource) async throws -> Round {
        try await compose(source.request(), source.settings)
    }

    /// The first difference from a publication composed at once; `nil` without one.
    func difference(fromFresh source: ScreenshotSource) async throws -> String? {
        let other = HeldPublication()
        let fresh = try await other.compose(source).storyboard
        let grown = published.withLock { $0 }
        if sheets != other.sheets { return "the sheets" }
        if grown?.trackDocument() != fresh.trackDocument() { return "the track" }
        let records = [grown, fresh].map { $0.map { RecordText.withoutVersions($0.record()) } }
        return records[0] == records[1] ? nil : "the record"
    }

    @discardableResult
    func compose(_ request: CompositionRequest, _ settings: CompositionSettings) async throws -> Round {
        let earlier = published.withLock { $0 }
        let observed = ObservedStore(store)
        var written: [Sheet] = []
        let composition = try await StoryboardComposer(settings: settings).compose(
            request, earlier: earlier.map { PublishedSheets(storyboard: $0, store: observed, folder: nil) }
        ) { sheet, bytes in
            written.append(sheet)
            store.replace(Self.key(sheet), with: bytes)
        }
        published.withLock { $0 = composition.storyboard }
        let known = earlier?.sheets.map(Self.key) ?? []
        return Round(
            composition: composition, read: observed.readKeys.compactMap(known.firstIndex(of:)).sorted(),
            written: written.compactMap(composition.storyboard.sheets.firstIndex(of:)))
    }
}
