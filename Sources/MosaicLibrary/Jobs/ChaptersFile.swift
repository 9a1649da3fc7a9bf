import Foundation
package import Mosaic
import Synchronization

/// The object `chapters.json` next to the screenshots in a bucket. It lists the chapters of the complete storyboard,
/// for writers that cannot submit a request.
///
/// The object is a number, a list of chapters as in `PUT /storyboards/{id}`, or an object with either of them as
/// `chapters`.
package enum ChaptersFile {
    /// Name of the object.
    package static let name = BucketReader.chaptersName
    /// Maximum size in bytes, the same as for a submission.
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

    /// Parses the object.
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

    /// The error if the object is malformed.
    private static let fault = MosaicError(
        .malformed, name,
        "It is neither a number nor a list of 1 to \(ExpectedChapters.maximumCount) chapters with index and time.")
}

extension ChaptersFile {
    /// Downloads the object, parses it and caches the result; the result is nil if the object is missing.
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
    /// The expected chapters of a job: from the request, otherwise from the last read of ``ChaptersFile`` next to the
    /// screenshots. Empty if the chapters are unknown, or only their number is known.
    ///
    /// Returns at once. If the cached chapters are too old and the job is unfinished, a background task reads the
    /// object for the next call.
    package func expectedChapters(of job: Job, _ request: JobRequest) -> [ExpectedChapters.Chapter] {
        if let expected = request.expected { return expected.chapters }
        guard let buckets, let address = request.source.bucketAddress, request.source.interval == nil else { return [] }
        if !job.state.isFinal, chapterFiles.beginCheck(at: address, now: .now) {
            // The job's next attempt reports the failure.
            Task { [chapterFiles] in try await ChaptersFile.read(at: address, by: buckets, into: chapterFiles) }
        }
        return chapterFiles.latest(at: address)?.chapters ?? []
    }
}

/// Caches the expected chapters of recently used bucket addresses, so that each version of a ``ChaptersFile`` is read
/// once.
final class ChaptersFileCache: Sendable {
    private struct Entry {
        var version: ObjectVersion?
        /// The expected chapters, or the error of the last read. The chapters are nil if the object is missing or was
        /// not read yet.
        var chapters: Result<ExpectedChapters?, MosaicError>
        /// Time of the last check of the object.
        var checked: ContinuousClock.Instant

        /// Number of cached chapters, plus a constant for the entry.
        var cost: Int { Self.overhead + ((try? chapters.get())?.chapters.count ?? 0) }
        static let overhead = 4
    }

    /// Duration for which an entry counts as current. A waiting job polls more often, unless there is a large backlog.
    static let freshness = Duration.seconds(15)

    /// The budget is in chapters, each of some hundred bytes; the longest list takes half of it.
    private let entries = Mutex(
        LRUCache<BucketAddress, Entry>(budget: 2 * (ExpectedChapters.maximumCount + Entry.overhead)))

    /// The chapters of an object's version, which count as checked now; nil if that version was not read or the version
    /// is unknown.
    func chapters(at address: BucketAddress, version: ObjectVersion?) -> Result<ExpectedChapters?, MosaicError>? {
        entries.withLock { entries in
            guard let version, var entry = entries.value(address), entry.version == version else { return nil }
            entry.checked = .now
            entries.insert(entry, address, cost: entry.cost)
            return entry.chapters
        }
    }

    /// The chapters as last read; nil if missing, unknown or malformed.
    func latest(at address: BucketAddress) -> ExpectedChapters? {
        try? entries.withLock { $0.value(address) }?.chapters.get()
    }

    /// Begins a check unless an earlier one is recent enough. Returns true to one caller only, until that check is too
    /// old.
    func beginCheck(at address: BucketAddress, now: ContinuousClock.Instant) -> Bool {
        entries.withLock { entries in
            let last = entries.value(address)
            if let last, now - last.checked < Self.freshness { return false }
            let next = Entry(version: last?.version, chapters: last?.chapters ?? .success(nil), checked: now)
            entries.insert(next, address, cost: next.cost)
            return true
        }
    }

    /// Caches the result of reading an object, as checked now. The chapters are nil if the object is missing.
    func keep(
        _ chapters: Result<ExpectedChapters?, MosaicError>, at address: BucketAddress, version: ObjectVersion?
    ) {
        let entry = Entry(version: version, chapters: chapters, checked: .now)
        entries.withLock { $0.insert(entry, address, cost: entry.cost) }
    }
}
