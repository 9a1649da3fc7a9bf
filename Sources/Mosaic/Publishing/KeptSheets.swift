import Foundation

/// Sheets that are no longer named by the record but stay for a while, because a player that loaded the old track
/// still asks for them.
///
/// They are remembered beside the record, not in it: the record says what the storyboard is, not how it came to be.
struct KeptSheets: Hashable {
    /// A sheet and when it fell out of use.
    struct Entry: Hashable {
        let name: SheetName
        /// Seconds since 1970.
        let since: Int
    }

    static let fileName = ".mosaic-kept.json"
    /// The largest memory that is read, in bytes.
    static let limit = 64 << 20

    private(set) var entries: [Entry] = []

    /// What was remembered in the form of ``encoded()``; nothing where that is nil or cannot be read, which only keeps
    /// files longer.
    init(parsing bytes: [UInt8]?) {
        guard let bytes else { return }
        var reader = JSONReader(bytes)
        entries = (try? reader.keptSheets()) ?? []
    }

    /// Takes note of a change from one record to the next: what `previous` names was in use until now.
    mutating func replace(_ previous: [SheetName], with current: [SheetName], at now: Date) {
        let inUse = Set(current)
        let known = inUse.union(previous)
        entries.removeAll { known.contains($0.name) }
        self = announcing(previous.filter { !inUse.contains($0) }, at: now)
    }

    /// Lets the time of every sheet begin anew: it is not known which of them somebody still sees.
    mutating func restart(at now: Date) {
        entries = entries.map { Entry(name: $0.name, since: Int(now.timeIntervalSince1970)) }
    }

    /// The same with further sheets that nothing may name in the end.
    func announcing(_ names: [SheetName], at now: Date) -> KeptSheets {
        let known = Set(entries.map(\.name))
        var kept = self
        kept.entries += names.filter { !known.contains($0) }.map {
            Entry(name: $0, since: Int(now.timeIntervalSince1970))
        }
        return kept
    }

    /// Takes out and returns the sheets whose time is over.
    mutating func removeExpired(at now: Date, keeping seconds: Int) -> [SheetName] {
        let limit = Int(now.timeIntervalSince1970) - max(0, seconds)
        let expired = entries.filter { $0.since <= limit }.map(\.name)
        entries.removeAll { $0.since <= limit }
        return expired
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.array("entries", entries) { writer, entry in
                writer.member("name", entry.name.rawValue)
                writer.member("since", entry.since)
            }
        }
        return writer.document()
    }
}

extension JSONReader {
    fileprivate mutating func keptSheets() throws(JSONFault) -> [KeptSheets.Entry] {
        var entries: [KeptSheets.Entry]?
        try object { reader, key throws(JSONFault) in
            switch key {
            case "entries": entries = try reader.array { element throws(JSONFault) in try element.keptSheet() }
            default: try reader.skip()
            }
        }
        try end()
        return try required(entries, "entries")
    }

    private mutating func keptSheet() throws(JSONFault) -> KeptSheets.Entry {
        var name: SheetName?
        var since: Int?
        try object { reader, key throws(JSONFault) in
            switch key {
            case "name": name = try reader.value("the name of a sheet", SheetName.init)
            case "since": since = try reader.integer()
            default: try reader.skip()
            }
        }
        return KeptSheets.Entry(name: try required(name, "name"), since: try required(since, "since"))
    }
}
