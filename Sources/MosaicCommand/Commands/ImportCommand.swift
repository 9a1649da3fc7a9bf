import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import TrackDoctor
import WebVTT

/// `mosaic import`: the storyboard of another program becomes one of Mosaic.
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

    /// The largest document that the doctor examines, in bytes.
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

    @OptionGroup
    var naming: NamingOptions

    @OptionGroup(title: "Sheets")
    var sheets: SheetOptions

    @Flag(help: "Encode all tiles again, also those that could be moved as bytes.")
    var reencode = false

    @OptionGroup(title: "Track")
    var track: TrackOptions

    @OptionGroup
    var reading: ReadingOptions

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

    /// Reads the input; apart, since a record may also lie in the output.
    private func readTiles() throws -> ImportedTiles {
        var facts = ImportFacts()
        facts.grid = sheets.grid
        facts.interval = interval
        facts.width = settings.geometry.width
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
        let result = try await StoryboardImporter(settings: settings, encodesAll: reencode).publish(
            tiles, as: id, title: naming.title, into: folder, publication
        ) { bar.show(completed: $0.completed, total: $0.total) }
        bar.finish()
        try ImportReport(
            result, format: tiles.format, output: output, documents: Set(documents.map(\.document))
        ).print(json: json, isQuiet: quiet)
    }

    /// The doctor's findings on a document that break players, one sentence each.
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

    private var settings: CompositionSettings {
        var settings = CompositionSettings()
        sheets.apply(to: &settings)
        track.apply(to: &settings)
        reading.apply(to: &settings)
        settings.workers = ProcessInfo.processInfo.activeProcessorCount
        return settings
    }
}
