import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// All that is known of one storyboard of a library, of its record and of its job: for people; ``StoryboardDocument`` is
/// for scripts.
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

    /// The same for scripts; nil where there is neither record nor job.
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
