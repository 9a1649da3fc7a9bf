import ArgumentParser
import CommandSupport
import class Foundation.JSONEncoder
import Mosaic
import MosaicLibrary
import Synchronization
import YouTubeUploads

/// The output format of uploads.
enum UploadsForm: EnumerableFlag {
    case table, lines, json

    static func help(for value: UploadsForm) -> ArgumentHelp? {
        switch value {
        case .table: "Print a table; the default on a terminal."
        case .lines: "Print lines of a manifest for mosaic batch -; the default in a pipe."
        case .json: "Print YouTube's resource: {\"kind\", \"etag\", \"pageInfo\", \"items\", …}."
        }
    }
}

/// Prints uploads: lines of a manifest as pages arrive, other formats at the end.
final class UploadsOutput: Sendable {
    private let form: UploadsForm
    /// Pages to print at the end.
    private let pages = Mutex<[UploadsPage]>([])

    init(_ form: UploadsForm) { self.form = form }

    /// Collects a page for ``finish()``. Lines of a manifest are printed at once instead, so that a batch can begin.
    func take(_ page: UploadsPage) throws {
        guard form == .lines else { return pages.withLock { $0.append(page) } }
        let encoder = JSONEncoder.sorted()
        for upload in page.items {
            guard let id = StoryboardID(rawValue: upload.videoID) else {
                StandardError.print("mosaic: \(upload.videoID) is not an id of a video and is left out.")
                continue
            }
            let line = UploadLine(id: id, title: upload.snippet.title, chapters: upload.chapters)
            try LineWriter.standardOutput.write(Array(encoder.encode(line)) + [UInt8(ascii: "\n")])
        }
    }

    /// Prints the collected pages.
    func finish() throws {
        let pages = pages.withLock { $0 }
        switch form {
        case .lines: break
        case .json: if let page = UploadsPage(joining: pages) { try JSONOutput.print(unversioned: page) }
        case .table:
            var table = TextTable([
                TextTable.Column("VIDEO"), TextTable.Column("PUBLISHED"), TextTable.Column("CHAPTERS", isNumber: true),
                TextTable.Column("TITLE", isCut: true),
            ])
            for upload in pages.lazy.flatMap(\.items) {
                let count = upload.chapters.chapters.count
                table.add([
                    upload.videoID, String(upload.snippet.publishedAt.prefix(10)), count > 0 ? "\(count)" : nil,
                    upload.snippet.title,
                ])
            }
            table.print()
        }
    }
}

/// A line of a manifest without a source: `batch` finds the screenshots by the id.
private struct UploadLine: Encodable {
    let id: StoryboardID
    let title: String
    let chapters: [ChapterTitle]?

    init(id: StoryboardID, title: String, chapters: DescriptionChapters) {
        self.id = id
        self.title = title
        self.chapters =
            chapters.chapters.isEmpty ? nil : chapters.chapters.map { ChapterTitle(time: $0.time, title: $0.title) }
    }
}

/// The storyboards of a library, queried one by one; empty if the library does not exist.
struct KnownUploads {
    private let library: StoryboardLibrary?

    /// - Throws: Errors of opening a library.
    init(library path: String) throws {
        let options = LibraryOptions(path: path)
        library = options.isFolder && options.hasCatalog ? try options.existing(onlyReading: true) : nil
    }

    /// Whether the storyboard with this id is published.
    func has(_ id: String) async throws -> Bool {
        guard let library, let id = StoryboardID(rawValue: id) else { return false }
        return try await library.catalog.entry(of: id) != nil
    }
}
