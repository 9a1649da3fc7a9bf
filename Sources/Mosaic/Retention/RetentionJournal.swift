package import Foundation

/// Which objects of a folder are retired, since when and why: they are in use no more, and stay for a while because
/// players that loaded an old track, and apps that stored URLs, still ask for them.
///
/// It lies beside the record, not in it: the record says what the storyboard is, not how it came to be.
package struct RetentionJournal: Hashable {
    /// Why an object is retired.
    package enum Cause: String, Hashable {
        /// Another one took its place.
        case superseded
        /// Its storyboard was removed, and can be restored.
        case removed
        /// Its storyboard lost its last screenshot.
        case emptied
        /// It is about to appear; an object that nothing names in the end was left by a killed process.
        case announced
    }

    /// An object and when it was retired.
    package struct Entry: Hashable {
        /// Its name in the folder.
        let name: String
        /// Seconds since 1970.
        package let since: Int
        package let cause: Cause
    }

    /// The journal's own name.
    package static let fileName = ".mosaic-retired.json"
    /// What the record of a removed storyboard is called while it can be restored.
    package static let recordName = ".mosaic-retired-record.json"
    /// The largest journal that is read, in bytes.
    static let limit = 64 << 20

    package private(set) var entries: [Entry] = []

    /// Reads what ``encoded()`` wrote; nothing where that is nil or cannot be read, which only keeps files longer.
    init(parsing bytes: [UInt8]?) {
        guard let bytes else { return }
        var reader = JSONReader(bytes)
        entries = (try? reader.retentionJournal()) ?? []
    }

    /// When the first of the objects was retired; nil where none is.
    package var earliest: Date? {
        entries.lazy.map(\.since).min().map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// The entry that says that no storyboard is published here, and why; nil where one may be.
    package var absence: Entry? {
        entries.first { $0.name == Self.recordName && [.removed, .emptied].contains($0.cause) }
    }

    /// Takes note of a change from one record to the next: what `previous` names was in use until now.
    mutating func replace(
        _ previous: [SheetName], with current: [SheetName], cause: Cause = .superseded, at now: Date
    ) {
        let inUse = Set(current.map(\.rawValue))
        let former = previous.map(\.rawValue).filter { !inUse.contains($0) }
        release(current.map(\.rawValue))
        retire(former, cause, at: now)
    }

    /// Retires objects now, also those that were retired before.
    package mutating func retire(_ names: [String], _ cause: Cause, at now: Date) {
        release(names)
        entries += names.map { Entry(name: $0, since: Int(now.timeIntervalSince1970), cause: cause) }
    }

    /// Takes out objects that are in use or gone.
    mutating func release(_ names: [String]) {
        guard !entries.isEmpty else { return }
        let names = Set(names)
        entries.removeAll { names.contains($0.name) }
    }

    /// Lets a new storyboard take the place of the removed one, whose record stays for its time like any other object.
    mutating func endAbsence() {
        entries = entries.map { $0 == absence ? Entry(name: $0.name, since: $0.since, cause: .superseded) : $0 }
    }

    /// Lets the time of every object begin anew: it is not known which of them somebody still sees.
    mutating func restart(at now: Date) {
        entries = entries.map { Entry(name: $0.name, since: Int(now.timeIntervalSince1970), cause: $0.cause) }
    }

    /// The same with further objects that nothing may name in the end.
    func announcing(_ names: [SheetName], at now: Date) -> RetentionJournal {
        let known = Set(entries.map(\.name))
        var journal = self
        journal.entries += names.map(\.rawValue).filter { !known.contains($0) }
            .map { Entry(name: $0, since: Int(now.timeIntervalSince1970), cause: .announced) }
        return journal
    }

    /// Takes out and returns the objects that were retired so many seconds ago.
    mutating func removeExpired(at now: Date, keeping seconds: Int) -> [String] {
        let limit = Int(now.timeIntervalSince1970) - max(0, seconds)
        let expired = entries.filter { $0.since <= limit }.map(\.name)
        entries.removeAll { $0.since <= limit }
        return expired
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.array("entries", entries) { writer, entry in
                writer.member("name", entry.name)
                writer.member("since", entry.since)
                writer.member("cause", entry.cause.rawValue)
            }
        }
        return writer.document()
    }

    /// Whether a name may be that of a retired object, so that a journal leads to nothing else.
    static func isRetirable(_ name: String) -> Bool {
        [recordName, RecordedSource.fileName].contains(name) || SheetName(rawValue: name) != nil
            || RetiredScreenshots.original(of: name) != nil
    }
}

extension JSONReader {
    fileprivate mutating func retentionJournal() throws(JSONFault) -> [RetentionJournal.Entry] {
        var entries: [RetentionJournal.Entry]?
        try object { reader, key throws(JSONFault) in
            switch key {
            case "entries": entries = try reader.array { element throws(JSONFault) in try element.retentionEntry() }
            default: try reader.skip()
            }
        }
        try end()
        return try required(entries, "entries")
    }

    private mutating func retentionEntry() throws(JSONFault) -> RetentionJournal.Entry {
        var name: String?
        var since: Int?
        // Earlier versions, which kept nothing but superseded sheets, wrote none.
        var cause = RetentionJournal.Cause.superseded
        try object { reader, key throws(JSONFault) in
            switch key {
            case "name":
                name = try reader.value("the name of a retired object") {
                    RetentionJournal.isRetirable($0) ? $0 : nil
                }
            case "since": since = try reader.integer()
            case "cause": cause = try reader.word()
            default: try reader.skip()
            }
        }
        return RetentionJournal.Entry(
            name: try required(name, "name"), since: try required(since, "since"), cause: cause)
    }
}
