import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import TrackDoctor
import WebVTT

/// `mosaic import`: converts the storyboard of another program.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes a storyboard of one that another program or mosaic export wrote.",
        discussion: """
            FILE may be a WebVTT track, JSON of Vidstack, Video.js 10 or Mux, an HLS playlist or a DASH manifest \
            beside its pictures, a BIF file, an MP4 of JPEG pictures, a folder of Jellyfin, a storyboard's folder, or \
            sheets alone, numbered from 0 or 1 on. Only files in the document's folder and below are read. Tiles that Mosaic encoded are moved \
            as bytes; all others are decoded and encoded again at their size. Titles are those of a chapters.vtt beside \
            the document.

            EXAMPLES
              mosaic import site/thumbnails.vtt -o out
              mosaic import 'Film.trickplay/320 - 10x10' -o out --interval 10
              mosaic import 'sheets/_%d.jpg' -o out --grid 6x6 --interval 5 --duration 5400
            """)

    /// Maximum size of a document that the doctor examines, in bytes.
    private static let mostDocumentBytes = 64 << 20

    @Argument(help: ArgumentHelp("A document, a folder, or sheets with %d for their number.", valueName: "file"))
    var path: String

    @Option(help: "The time from tile to tile, seconds or hh:mm:ss.mmm, where the file does not state it.")
    var interval: Timestamp?

    @Option(
        name: [.customShort("o"), .customLong("output")], help: "The folder to write; made where it does not exist.")
    var output: String

    @Flag(help: "Replace the storyboard of another source in the folder, which is refused otherwise.")
    var replace = false

    @Option(help: "Retention of sheets of an earlier import: \(RetentionArgument.form).")
    var keepOld = RetentionArgument.day

    @Flag
    var documents: [RequestedDocument] = []

    @OptionGroup var naming: NamingOptions
    @OptionGroup(title: "Sheets") var sheets: SheetOptions

    @Flag(help: "Encode all tiles again, also those that could be moved as bytes.")
    var reencode = false

    @OptionGroup(title: "Track") var track: TrackOptions
    @OptionGroup var reading: ReadingOptions

    @Flag(help: "Print a JSON report.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(output, .output), NamedPath(path, .thumbnails)]) {
            let work = self
            try await Interruption.cancelling {
                do {
                    let tiles = try await ExitStatus.reporting([NamedPath(work.path, .thumbnails)]) {
                        try work.readTiles()
                    }
                    try await work.publish(tiles)
                } catch is CancellationError where Task.isCancelled {
                    throw ExitStatus.interrupted
                }
            }
        }
    }

    /// Reads the input. A separate step, so that an error about a record names the input and not the output.
    private func readTiles() throws -> ImportedTiles {
        var facts = ImportFacts()
        facts.grid = sheets.grid
        facts.interval = interval
        facts.width = sheets.width?.own
        facts.duration = track.duration
        var tiles = try ImportedTiles(at: path, facts)
        tiles.remarks += tiles.document.map(faults) ?? []
        return tiles
    }

    private func publish(_ tiles: ImportedTiles) async throws {
        let id =
            try naming.name.map(StoryboardID.init(argument:)) ?? tiles.id ?? StoryboardID(naming: ImportedName.of(path))
        let isFolder = FileStatus(path: path)?.isFolder == true
        let folder = try StoryboardFolder(path: output, for: id, input: isFolder ? path : nil)
        var publication = StoryboardComposer.Publication()
        let source = RecordedSource(path: path)
        if folder.isMadeOfOther(than: source), !replace { throw folder.refusal(of: source) }
        publication.source = source
        publication.keepingOld = keepOld.seconds
        publication.documents = Set(documents.map(\.document))
        let bar = ProgressBar(isShown: !quiet && !json)
        defer { bar.finish() }
        let result = try await StoryboardImporter(
            settings: CompositionSettings(sheets, track, reading), encodesAll: reencode
        ).publish(
            tiles, as: id, title: naming.title, into: folder, publication
        ) { bar.show(completed: $0.completed, total: $0.total) }
        bar.finish()
        try ImportReport(
            result, format: tiles.format, output: output, documents: Set(documents.map(\.document))
        ).print(json: json, quiet: quiet)
    }

    /// The doctor's findings that break players in a document, one sentence each.
    private func faults(in document: String) -> [String] {
        guard let bytes = try? LocalFile.read(document, limit: Self.mostDocumentBytes) else { return [] }
        let name = URL(fileURLWithPath: document).lastPathComponent
        return Diagnosis(document: bytes, name: name, duration: track.duration).findings
            .filter { $0.severity == .breaks }
            .map { finding in
                let place = finding.line.map { "\(name), line \($0)" } ?? name
                return "\(place): \(finding.message) It breaks players; mosaic doctor says how (\(finding.rule))."
            }
    }
}

/// The report of `import`.
struct ImportReport: Report {
    private struct Remark: Encodable {
        let name: String
        let reason: String
    }

    private let storyboard: Storyboard
    private let isMoved: Bool
    private let format: String
    /// The folder of the written files, with a slash at its end.
    private let folder: String
    private let links: StoryboardDocument.Links
    private let damaged: [Remark]
    private let notes: [String]

    init(
        _ result: StoryboardImporter.Result, format: String, output: String, documents: Set<PublishedDocument>
    ) {
        storyboard = result.storyboard
        isMoved = result.isMoved
        self.format = format
        folder = output.hasSuffix("/") ? output : output + "/"
        links = StoryboardDocument.Links(storedBelow: folder, requested: documents)
        damaged = result.remarkable.map { Remark(name: $0.source.name, reason: $0.reason ?? "") }
        notes = result.remarks
    }

    private enum Key: String, CodingKey {
        case format, damaged, notes
        case movedTiles = "moved_tiles"
        case encodedTiles = "encoded_tiles"
    }

    /// Encodes the keys of the storyboard and of the import as one object.
    func encode(to encoder: any Encoder) throws {
        try StoryboardDocument(storyboard, links: links).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(format, forKey: .format)
        try container.encode(isMoved ? storyboard.tiles.count : 0, forKey: .movedTiles)
        try container.encode(isMoved ? 0 : storyboard.tiles.count, forKey: .encodedTiles)
        try container.encode(damaged, forKey: .damaged)
        try container.encode(notes, forKey: .notes)
    }

    /// One line for each of the first five damaged tiles, and one for each note.
    var remarks: [String] { damaged.prefix(5).map { "\($0.name): \($0.reason)" } + notes }

    /// The counts, and the page to look at.
    var summary: String? {
        let (tiles, sheets) = (storyboard.tiles.count, storyboard.sheets.count)
        var lines = [
            "\(format): \(tiles) \(tiles == 1 ? "tile" : "tiles") of \(storyboard.geometry.tile) "
                + "\(isMoved ? "moved as bytes" : "encoded again"), on \(sheets) \(sheets == 1 ? "sheet" : "sheets"): "
                + "\(folder)\(Storyboard.trackName)"
        ]
        if let preview = links[.preview] {
            lines.append("Look at it:   \(URL(fileURLWithPath: preview).absoluteString)")
        }
        return lines.joined(separator: "\n")
    }
}

/// The default id of an imported storyboard.
enum ImportedName {
    /// Common file names, which do not identify a film.
    private static let common: Set<String> = [
        "thumbnails", "storyboard", "vidstack", "images", "hls", "iframes", "iframes-master", "master", "manifest",
        "mosaic", "index-sd",
    ]

    /// The name of the folder or file without extension. For a common name or a name with `%`, the name of its folder.
    /// For a folder of Jellyfin such as `320 - 10x10`, the name of the folder above it, without extension.
    static func of(_ path: String) -> String {
        var url = URL(fileURLWithPath: path).standardizedFileURL
        if url.lastPathComponent.wholeMatch(of: /[0-9]+ - [0-9]+x[0-9]+/) != nil { url.deleteLastPathComponent() }
        let name = url.deletingPathExtension().lastPathComponent
        guard common.contains(name) || name.contains("%") else { return name }
        return url.deletingLastPathComponent().lastPathComponent
    }
}
