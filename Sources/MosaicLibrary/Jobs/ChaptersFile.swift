import Foundation
package import Mosaic
import Synchronization

/// The object `chapters.json` beside the screenshots in a bucket: what a storyboard is complete with, for writers that
/// cannot submit it.
///
/// It is a number, a list of chapters as `PUT /storyboards/{id}` takes them, or an object with one of these as `chapters`.
package enum ChaptersFile {
    /// Its name.
    package static let name = BucketReader.chaptersName
    /// The most bytes, as of a submission.
    static let limit = 8 << 20
    private static let member = "chapters"

    private struct Content: Decodable {
        let expected: ExpectedChapters

        private enum CodingKeys: CodingKey {
            case chapters
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let list = try? container.nestedUnkeyedContainer(forKey: .chapters) {
                guard let chapters = try SubmittedChapter.chapters(in: list) else { throw ChaptersFile.fault }
                expected = .list(chapters)
            } else {
                expected = .count(try container.decode(Int.self, forKey: .chapters))
            }
        }
    }

    /// Reads the object.
    ///
    /// - Throws: `malformed`.
    package static func parse(_ bytes: [UInt8]) throws(MosaicError) -> ExpectedChapters {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = bytes.first(where: { !spaces.contains($0) }) else { throw fault }
        let object =
            first == UInt8(ascii: "{") ? bytes : Array(#"{"\#(member)":"#.utf8) + bytes + [UInt8(ascii: "}")]
        guard let expected = try? JSONDecoder().decode(Content.self, from: Data(object)).expected, expected.isValid,
            expected.chapters.allSatisfy({ isValid($0.title) })
        else { throw fault }
        return expected
    }

    private static func isValid(_ title: String?) -> Bool {
        guard let scalars = title?.unicodeScalars else { return true }
        return scalars.count <= ExpectedChapters.longestTitle && !scalars.contains("\0")
    }

    /// The error of an object that cannot be read.
    private static let fault = MosaicError(
        .malformed, name,
        "It is neither a number nor a list of 1 to \(ExpectedChapters.maximumCount) chapters with index and time.")
}

extension ChaptersFile {
    /// Downloads the object and caches its chapters; nil without an object.
    ///
    /// - Throws: Errors of the client.
    @discardableResult
    static func read(
        at address: BucketAddress, by client: any BucketClient, into cache: ChaptersFileCache
    ) async throws -> Result<ExpectedChapters?, MosaicError> {
        let body = try await client.get(address.key(of: name), in: address.bucket, range: nil, limit: limit)
        let chapters = Result { () throws(MosaicError) in
            guard let body else { return ExpectedChapters?.none }
            return try parse(body.bytes)
        }
        cache.keep(chapters, at: address, version: body?.version)
        return chapters
    }
}

extension StoryboardLibrary {
    /// The chapters that a job expects, by its request or by ``ChaptersFile`` beside its screenshots as last read; empty
    /// where only their number is known.
    ///
    /// It never waits: where another process works on the job, the object is read in the meantime, for the next call.
    package func expectedChapters(of job: Job, _ request: JobRequest) -> [ExpectedChapters.Chapter] {
        if let expected = request.expected { return expected.chapters }
        guard let buckets, let address = request.source.bucketAddress, request.source.interval == nil else { return [] }
        if !job.state.isFinal, chapterFiles.beginCheck(at: address, now: .now) {
            // A failure shows in the job.
            Task { [chapterFiles] in try await ChaptersFile.read(at: address, by: buckets, into: chapterFiles) }
        }
        return chapterFiles.latest(at: address)?.chapters ?? []
    }
}

/// The expected chapters of some parts of buckets, so that ``ChaptersFile`` is read once for each of its versions.
final class ChaptersFileCache: Sendable {
    private struct Entry {
        var version: ObjectVersion?
        /// Nil where there is no such object.
        var chapters: Result<ExpectedChapters?, MosaicError>
        /// When the object was looked for.
        var checked: ContinuousClock.Instant

        /// Chapters that are held in memory, and some for the entry.
        var cost: Int { Self.overhead + ((try? chapters.get())?.chapters.count ?? 0) }
        static let overhead = 4
    }

    /// Time for which an entry counts as current, longer than a waiting job pauses.
    static let freshness = Duration.seconds(15)

    /// Chapters in memory, some hundred bytes each; no file has more than half of them.
    private let entries = Mutex(
        LRUCache<BucketAddress, Entry>(budget: 2 * (ExpectedChapters.maximumCount + Entry.overhead)))

    /// The chapters of that version; nil if it was not read, and if the version is unknown.
    func chapters(at address: BucketAddress, version: ObjectVersion?) -> Result<ExpectedChapters?, MosaicError>? {
        entries.withLock { entries in
            guard let version, var entry = entries.value(address), entry.version == version else { return nil }
            entry.checked = .now
            entries.insert(entry, address, cost: entry.cost)
            return entry.chapters
        }
    }

    /// The last chapters read; nil if unknown, and if they cannot be read.
    func latest(at address: BucketAddress) -> ExpectedChapters? {
        try? entries.withLock { $0.value(address) }?.chapters.get()
    }

    /// Begins a check: true where the last one is too old, false to every other caller until this one is too old.
    func beginCheck(at address: BucketAddress, now: ContinuousClock.Instant) -> Bool {
        entries.withLock { entries in
            let last = entries.value(address)
            if let last, now - last.checked < Self.freshness { return false }
            let next = Entry(version: last?.version, chapters: last?.chapters ?? .success(nil), checked: now)
            entries.insert(next, address, cost: next.cost)
            return true
        }
    }

    /// Caches the chapters; nil without an object.
    func keep(
        _ chapters: Result<ExpectedChapters?, MosaicError>, at address: BucketAddress, version: ObjectVersion?
    ) {
        let entry = Entry(version: version, chapters: chapters, checked: .now)
        entries.withLock { $0.insert(entry, address, cost: entry.cost) }
    }
}
