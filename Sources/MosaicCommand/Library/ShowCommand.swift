import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// `mosaic show`: shows one storyboard of a library.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a library knows of a storyboard: its record, its job, its files.",
        discussion: """
            It is named by its id, the beginning of its id, its title, its path or its source's. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic show film-7 --library library
              mosaic show library films/seven
              mosaic show film-7 --library library --json | jq -r .links.track
              mosaic show --library library -- -film-8
            """)

    @OptionGroup var storyboard: StoryboardIDs
    @OptionGroup(title: "Library") var library: LibraryOptions

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard storyboard.count != 1 else { return }
        let way =
            storyboard.isEmpty
            ? "mosaic list \(ShellWord.quoted(library.path)) shows them."
            : "a title with spaces takes quotes: \(ShellWord.quoted(storyboard.arguments.joined(separator: " ")))"
        throw ValidationError("Name one storyboard; \(way)")
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let opened = try library.existing(onlyReading: true)
            for id in try await storyboard.ids(in: opened) {
                let facts = StoryboardFacts(
                    id, record: try await opened.storyboard(id), try await opened.catalog.status(of: id),
                    links: library.links(to: id))
                guard let document = facts.document else {
                    throw try await StoryboardIDs.unknown(id.rawValue, in: opened)
                }
                if json { return try JSONOutput.print(document) }
                facts.lines.forEach { print($0) }
            }
        }
    }
}

/// Facts about one storyboard of a library from its record and its job, as text; ``StoryboardDocument`` is the JSON
/// form.
struct StoryboardFacts {
    private let id: StoryboardID
    private let record: Storyboard?
    private let status: StoryboardStatus
    private let links: StoryboardDocument.Links

    init(_ id: StoryboardID, record: Storyboard?, _ status: StoryboardStatus, links: StoryboardDocument.Links) {
        self.id = id
        self.record = record
        self.status = status
        self.links = links
    }

    /// The JSON form; nil if there is neither a record nor a job.
    var document: StoryboardDocument? {
        guard let record else { return status.job.map(StoryboardDocument.init(unpublished:)) }
        return StoryboardDocument(record, entry: status.entry, job: status.job, links: links)
    }

    /// One line for each fact.
    var lines: [String] {
        var facts: [(String, String)] = [("id", id.rawValue)]
        if let record {
            let placeholders = record.placeholders
            let gray = placeholders.count > 0 ? ", \(placeholders.count) of them placeholders" : ""
            let bytes = record.widths.isEmpty ? record.sheetBytes : status.entry?.bytes ?? record.sheetBytes
            facts += [
                ("title", record.title ?? "-"),
                ("source", (try? status.job?.request())?.source.folder ?? status.entry?.source?.name ?? "-"),
                ("tiles", "\(record.tiles.count) of \(record.geometry.tile)\(gray)"),
            ]
            facts += placeholders.reasons.map { ("gray", $0) }
            facts += [
                ("duration", record.duration?.description ?? "-"),
                ("sheets", "\(record.sheets.count), \(record.geometry.grid), \(ByteCount(bytes))"),
            ]
            if !record.widths.isEmpty {
                facts.append(("widths", record.widths.map { "\($0)" }.joined(separator: ", ") + " besides"))
            }
            facts += [
                ("created", status.entry?.created.ISO8601Format() ?? "-"),
                ("updated", status.entry?.updated.ISO8601Format() ?? "-"),
            ]
            facts += PublishedDocument.all.reversed().compactMap { document in
                links[document].map { (document.name, $0) }
            }
        } else {
            facts.append(("track", "not published yet"))
        }
        if let job = status.job { facts.append(("job", JobFacts(job).sentence)) }
        return facts.map { name, fact in
            name + String(repeating: " ", count: 10 - name.count) + TerminalText.harmless(fact)
        }
    }
}
