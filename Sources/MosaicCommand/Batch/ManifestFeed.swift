import Foundation
import Mosaic
import MosaicLibrary

/// The storyboards that a manifest names, line by line as they come.
actor ManifestFeed {
    private let lines: LineReader
    private let defaults: ManifestLine.Defaults
    private let shard: Shard?
    private let libraries: OpenLibraries
    private var number = 0

    init(_ lines: LineReader, defaults: ManifestLine.Defaults, shard: Shard?, libraries: OpenLibraries) {
        self.lines = lines
        self.defaults = defaults
        self.shard = shard
        self.libraries = libraries
    }

    func next() async -> Batch.Entry? {
        while let line = await lines.next() {
            number += 1
            if let entry = entry(line) { return entry }
        }
        return nil
    }

    /// Nil where the line is empty or another shard's.
    private func entry(_ line: LineReader.Line) -> Batch.Entry? {
        var label = BatchResult.Label(line: number)
        do {
            switch line {
            case .tooLong:
                throw MosaicError(
                    .limitExceeded, "line \(number)", "The line is longer than \(LineReader.limit) bytes.")
            case .text(let bytes):
                guard bytes.contains(where: { !" \t\r".utf8.contains($0) }) else { return nil }
                let line = try ManifestLine(parsing: bytes, number: number, defaults: defaults)
                guard shard?.contains(line.request.id) ?? true else { return nil }
                label.id = line.request.id
                label.source = line.request.source.folder
                label.output = line.output
                let library = try libraries.library(at: line.output, line: number)
                return .item(BatchItem(request: line.request, library: library, label: label))
            }
        } catch {
            return .refused(.failed(label, error))
        }
    }
}

/// The libraries that a batch writes to: its own, and those in lines of a manifest.
final class OpenLibraries {
    /// The most that are kept open besides the batch's own.
    private static let limit = 8

    private let own: StoryboardLibrary?
    private var others: [(path: String, library: StoryboardLibrary)] = []

    init(own: StoryboardLibrary?) { self.own = own }

    /// The library in a folder; nil is the batch's own.
    ///
    /// - Throws: `malformed` where the line should have named one, what opening throws.
    func library(at path: String?, line: Int) throws -> StoryboardLibrary {
        guard let path else {
            guard let own else {
                throw MosaicError(
                    .malformed, "line \(line)", "It names no library: give \"output\" here, or --output for all.")
            }
            return own
        }
        if let open = others.first(where: { $0.path == path }) { return open.library }
        var options = LibraryOptions()
        options.data = path
        options.catalog = nil
        let library = try options.opened()
        if others.count == Self.limit { others.removeFirst() }
        others.append((path, library))
        return library
    }
}
