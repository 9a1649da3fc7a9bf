import Mosaic
import NIOCore
import TiledJPEG

/// The storyboards of one film as they are published, and the cached files of their records.
struct ServedStoryboards: Sendable {
    let set: StoryboardSet
    /// In the order of the set's members.
    let records: [CachedFile]

    /// Bytes of all sheets.
    var sheetBytes: Int {
        self.set.members.reduce(0) { $0 + $1.storyboard.sheets.reduce(0) { $0 + $1.bytes } }
    }

    /// The sheets that are served from another place than the library, by their paths; empty where none are.
    var foreignURLs: [String: String] {
        let pairs = self.set.members.filter { $0.storyboard.isElsewhere }.flatMap { member in
            let urls = member.storyboard.publishedURLs()
            return member.storyboard.sheets.map { (member.path(of: $0.name.rawValue), urls($0.name.rawValue)) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension DocumentCache {
    /// A storyboard with those of its widths that show the same times; nil where there is none.
    ///
    /// - Throws: `malformed`, `unavailable`, `limitExceeded`, `refused`.
    func storyboards(of id: StoryboardID) async throws -> ServedStoryboards? {
        guard let record = try await document(.record, of: id) else { return nil }
        let main = try snapshot(in: record).storyboard
        var (further, records): ([Storyboard], [CachedFile]) = ([], [record])
        for width in main.widths {
            // Widths are published before the storyboard itself: one may be newer, or gone already.
            guard let file = try await document(.record, in: String(width), of: id),
                let storyboard = try? snapshot(in: file).storyboard
            else { continue }
            // A newer one is also what a list of files has to notice.
            records.append(file)
            if storyboard.isWidth(width, of: main) { further.append(storyboard) }
        }
        return ServedStoryboards(set: StoryboardSet(main, further: further), records: records)
    }

    /// The records of a storyboard and its further widths where all can be used without asking the store; nil otherwise.
    func currentRecords(of id: Substring) -> [CachedFile]? {
        guard let record = current("\(id)/\(Storyboard.recordName)"), let main = record.knownSnapshot?.storyboard
        else { return nil }
        var records = [record]
        for width in main.widths {
            guard let other = current("\(id)/\(width)/\(Storyboard.recordName)") else { return nil }
            records.append(other)
        }
        return records
    }
}

/// Reads the sheets of a storyboard by the cache of documents, for exports.
struct CachedSheets: SheetReader {
    let cache: DocumentCache
    let id: StoryboardID

    func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid {
        try cache.grid(in: await file(try member.sheet(number), of: member))
    }

    func bytes(ofSheet number: Int, of member: StoryboardSet.Member) async throws -> [UInt8] {
        Array(try await file(member.storyboard.sheets[number], of: member).body.bytes.readableBytesView)
    }

    private func file(_ sheet: Sheet, of member: StoryboardSet.Member) async throws -> CachedFile {
        // The record counts as used: were it evicted by its sheets, all that is made of it would go with it.
        for folder in Set([member.folder, nil]) {
            _ = cache.held(ObjectKey(id).appending(DocumentCache.path(Storyboard.recordName, in: folder)))
        }
        guard let file = try await cache.sheet(sheet.name, in: member.folder, of: id) else {
            cache.invalidate(id)
            throw MosaicError(.unavailable, sheet.name.rawValue, "The sheet is not there.")
        }
        return file
    }
}
