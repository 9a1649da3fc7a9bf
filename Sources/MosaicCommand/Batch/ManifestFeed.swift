import Foundation
import Mosaic
import MosaicLibrary

/// The storyboards that a manifest names, line by line as the lines arrive.
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

    /// Whether no line has arrived.
    var isEmpty: Bool { number == 0 }

    func next() async -> Batch.Entry? {
        while let line = await lines.next() {
            number += 1
            if let entry = entry(line) { return entry }
        }
        return nil
    }

    /// The entry of a line; nil if the line is empty or belongs to another shard.
    private func entry(_ line: LineReader.Line) -> Batch.Entry? {
        switch line {
        case .tooLong:
            let error = MosaicError(
                .limitExceeded, "line \(number)", "The line is longer than \(LineReader.limit) bytes.")
            return refused(BatchResult.Label(line: number), error)
        case .text(let bytes):
            guard bytes.contains(where: { !" \t\r".utf8.contains($0) }) else { return nil }
            do {
                return try entry(ManifestLine(parsing: bytes, number: number, defaults: defaults))
            } catch {
                return refused(BatchResult.Label(line: number, id: ManifestLine.id(in: bytes)), error)
            }
        }
    }

    private func entry(_ line: ManifestLine) -> Batch.Entry? {
        let (id, source) = (line.request.id, line.request.source.folder)
        guard shard?.contains(id) ?? true else { return nil }
        let label = BatchResult.Label(line: number, id: id, source: source, output: line.output)
        do {
            let library = try libraries.library(at: line.output, line: number)
            return .item(BatchItem(request: line.request, library: library, label: label))
        } catch {
            return .refused(.failed(label, error))
        }
    }

    /// An invalid line fails in exactly one shard.
    private func refused(_ label: BatchResult.Label, _ error: any Error) -> Batch.Entry? {
        let isOwn = label.id.map { shard?.contains($0) ?? true } ?? shard?.contains(line: number) ?? true
        return isOwn ? .refused(.failed(label, error)) : nil
    }
}

/// The libraries that a batch writes to: the batch's own library, and the libraries that lines of a manifest name.
final class OpenLibraries {
    /// Maximum number of open libraries besides the batch's own.
    private static let limit = 8

    private let own: StoryboardLibrary?
    private let buckets: (any BucketClient)?
    private let missing: DryRunLibraries?
    private var others: [(path: String, library: StoryboardLibrary)] = []

    /// - Parameters:
    ///   - buckets: Reads screenshots in buckets; nil if there is no client.
    ///   - missing: Provides empty libraries in place of missing ones; nil creates missing libraries.
    init(own: StoryboardLibrary?, buckets: (any BucketClient)? = nil, missing: DryRunLibraries? = nil) {
        self.own = own
        self.buckets = buckets
        self.missing = missing
    }

    /// The library in a folder; the batch's own library for nil.
    ///
    /// - Throws: `malformed` if neither the line nor the batch names a library; errors of opening one.
    func library(at path: String?, line: Int) throws -> StoryboardLibrary {
        guard let path else {
            guard let own else {
                throw MosaicError(
                    .malformed, "line \(line)", "It names no library: give \"output\" here, or --output for all.")
            }
            return own
        }
        if let open = others.first(where: { $0.path == path }) { return open.library }
        let options = LibraryOptions(path: path)
        let library = try missing?.library(options, reading: buckets) ?? options.opened(reading: buckets)
        if others.count == Self.limit { others.removeFirst() }
        others.append((path, library))
        return library
    }
}
