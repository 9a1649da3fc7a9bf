import Foundation
import Synchronization

@testable import Mosaic

/// A publication in memory that takes note of what is read of it and what is written to it.
final class HeldPublication: Sendable {
    /// One round of composing into it.
    struct Round {
        let composition: Composition
        /// Numbers of the sheets that were read and that were handed over, in order of the numbers.
        let read: [Int]
        let written: [Int]

        var decodings: Int { composition.decodings.values.reduce(0, +) }
        var storyboard: Storyboard { composition.storyboard }
    }

    private struct State {
        var storyboard: Storyboard?
        var sheets: [SheetName: [UInt8]] = [:]
        var read: [SheetName] = []
    }

    private let state = Mutex(State())

    /// Bytes of the sheets that the record names, in order.
    var sheets: [[UInt8]?] {
        state.withLock { state in state.storyboard?.sheets.map { state.sheets[$0.name] } ?? [] }
    }

    /// Does something to one sheet's bytes; nil removes it.
    func change(sheet number: Int, _ change: ([UInt8]) -> [UInt8]?) {
        state.withLock { state in
            guard let name = state.storyboard?.sheets[number].name else { return }
            state.sheets[name] = state.sheets[name].flatMap(change)
        }
    }

    /// Has the record be another one, as its text says.
    func replaceRecord(_ record: [UInt8]) throws {
        let storyboard = try Storyboard(parsing: record)
        state.withLock { $0.storyboard = storyboard }
    }

    /// Composes a folder of drawn screenshots into it.
    @discardableResult
    func compose(_ source: ScreenshotSource) async throws -> Round {
        try await compose(source.request(), source.settings)
    }

    /// What tells the publication from one that is composed at once; nil where nothing does.
    func difference(fromFresh source: ScreenshotSource) async throws -> String? {
        let other = HeldPublication()
        let fresh = try await other.compose(source).storyboard
        let grown = state.withLock { $0.storyboard }
        if sheets != other.sheets { return "the sheets" }
        if grown?.trackDocument() != fresh.trackDocument() { return "the track" }
        let records = [grown, fresh].map { $0.map { RecordText.withoutFileNumbers($0.record()) } }
        return records[0] == records[1] ? nil : "the record"
    }

    @discardableResult
    func compose(_ request: CompositionRequest, _ settings: CompositionSettings) async throws -> Round {
        let earlier = state.withLock { state in
            state.read = []
            return state.storyboard
        }
        var written: [(Sheet, [UInt8])] = []
        let composition = try await StoryboardComposer(settings: settings)
            .compose(request, earlier: earlier.map(published)) { written.append(($0, $1)) }
        return state.withLock { state in
            let read = state.read.compactMap { name in earlier?.sheets.firstIndex { $0.name == name } }.sorted()
            state.storyboard = composition.storyboard
            for (sheet, bytes) in written { state.sheets[sheet.name] = bytes }
            let numbers = written.compactMap { composition.storyboard.sheets.firstIndex(of: $0.0) }
            return Round(composition: composition, read: read, written: numbers)
        }
    }

    private func published(_ storyboard: Storyboard) -> PublishedSheets {
        PublishedSheets(
            storyboard: storyboard,
            isPresent: { sheet in self.state.withLock { $0.sheets[sheet.name]?.count == sheet.bytes } },
            read: { sheet in
                try self.state.withLock { state in
                    state.read.append(sheet.name)
                    guard let bytes = state.sheets[sheet.name] else { throw CocoaError(.fileNoSuchFile) }
                    return bytes
                }
            })
    }
}
