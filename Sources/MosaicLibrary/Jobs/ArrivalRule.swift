package import Foundation
import Mosaic
package import MosaicSystem

/// Decides when all screenshots of a storyboard have arrived.
///
/// Clients stop polling a job that is completed or failed, so neither state may be reported early.
package struct ArrivalRule: Hashable, Sendable {
    /// The number of expected chapters; nil if unknown.
    package let expected: Int?
    /// Seconds without an arrival after which the job ends although expected chapters are missing; 0 or more.
    package let arrivalTimeout: Int
    /// Seconds without an arrival after which a set of unknown size is complete; 0 does not wait. Also applies if every
    /// expected chapter has a file and some of the files are unusable.
    package let settle: Int

    /// Seconds until the source is listed again: a tenth of the time since the last arrival, within this range.
    private static let pauses = 1.0...10.0
    /// Maximum number of polls per second, of all waiting jobs together. An upload makes its job due at once.
    private static let polls = 100.0

    package init(of request: JobRequest) {
        expected = request.expected?.total
        arrivalTimeout = request.arrivalTimeout
        settle = request.settle
    }

    /// Decides the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - have: Number of chapters with published tiles. If chapters are expected, only expected chapters count.
    ///   - arrived: Number of chapters with files, usable or not. If chapters are expected, only expected chapters
    ///     count.
    ///   - lastArrival: Time of the last arrival of a screenshot; nil before the first.
    ///   - begun: Time at which the job last began; earlier arrivals count as arrivals at that time.
    ///   - backlog: Number of unfinished jobs, which share the polls.
    package func outcome(
        have: Int, arrived: Int, lastArrival: Date?, begun: Date, now: Date, backlog: Int
    ) -> JobOutcome {
        if let expected, have >= expected { return .complete }
        let timeout = TimeInterval(timeout(arrived: arrived))
        let since = max(begun, lastArrival ?? begun)
        let end = since.addingTimeInterval(timeout)
        if now < end {
            let silence = now.timeIntervalSince(since)
            let pause = min(max(silence / 10, Self.pauses.lowerBound), Self.pauses.upperBound)
            return .wait(until: min(end, now.addingTimeInterval(max(pause, Self.pause(sharedBy: backlog)))))
        }
        return have > 0 ? .complete : .fail(reason: nothing(Int(timeout)))
    }

    /// Minimum seconds between two polls of the same job if `backlog` jobs are unfinished.
    static func pause(sharedBy backlog: Int) -> Double { Double(backlog) / polls }

    private func timeout(arrived: Int) -> Int {
        guard let expected else { return settle }
        // If every chapter has a file, only replacements can arrive.
        return arrived < expected ? arrivalTimeout : min(settle, arrivalTimeout)
    }

    private func nothing(_ seconds: Int) -> String {
        guard let expected else { return "No usable screenshot arrived within \(seconds) seconds." }
        return "Of \(expected) expected chapters no usable screenshot arrived within \(seconds) seconds."
    }
}

/// Counts the arrived and the published chapters of a job.
struct ChapterCount: Sendable {
    private let expected: ExpectedChapters?
    /// Number of expected chapters. If unknown, the number of current screenshots; nil before the first arrival.
    let total: Int?

    /// Number of chapters with files, usable or not. If the expected chapters are a list, only chapters in the list
    /// count.
    let arrived: Int

    /// - Parameter screenshots: The current screenshots.
    init(of request: JobRequest, _ screenshots: [Screenshot]) {
        expected = request.expected
        total = request.expected?.total ?? (screenshots.isEmpty ? nil : screenshots.count)
        arrived = Self.count(screenshots.lazy.map(\.chapter), of: request.expected)
    }

    /// Number of tiles that show their screenshots. If the expected chapters are a list, only chapters in the list
    /// count.
    func have(in storyboard: Storyboard?) -> Int {
        let shown = storyboard?.tiles.filter { $0.state != .placeholder } ?? []
        return Self.count(shown.lazy.map(\.chapter), of: expected)
    }

    /// Limits a number for reports to the total.
    func shown(_ count: Int) -> Int { min(count, total ?? count) }

    private static func count(_ numbers: some Collection<Int?>, of expected: ExpectedChapters?) -> Int {
        switch expected {
        case nil, .count: numbers.count
        case .list(let chapters): Set(numbers.compactMap { $0 }).intersection(chapters.map(\.index)).count
        }
    }
}

extension Storyboard {
    /// Whether a screenshot is new or has changed since an earlier revision.
    func hasArrivals(since earlier: Storyboard?) -> Bool {
        let known = Set((earlier?.tiles ?? []).map(\.source).map(Arrival.init))
        return tiles.contains { $0.source.bytes != nil && !known.contains(Arrival($0.source)) }
    }
}

private struct Arrival: Hashable {
    let name: String
    let bytes: Int?
    let content: Checksum?

    init(_ source: Tile.Source) {
        name = source.name
        bytes = source.bytes
        content = source.checksum
    }
}

/// Checks whether a film's file is complete. A file that is still being copied must not be opened.
package struct FilmArrival: Sendable {
    /// The state of a film's file.
    package enum State: Hashable, Sendable {
        case absent
        /// The file changed so recently that it may change again; examine it again after `seconds` seconds.
        case changing(seconds: Double)
        case complete
    }

    /// Minimum and maximum of the seconds until a changing file is examined again.
    private static let pauses = 1.0...10.0

    package let state: State

    /// Examines a film.
    ///
    /// - Parameters:
    ///   - root: Real path of a folder; links to the film must not lead out of it. `nil` follows every link.
    ///   - settle: Seconds without a change after which a film is complete; at least the time that distinguishes two
    ///     versions of a file.
    ///   - time: The time from which `settle` counts. Programs cannot set the time of the last change. Copying programs
    ///     set the time of the last write.
    ///   - now: Nanoseconds since 1970.
    package init(
        of path: String, below root: String? = nil, settle: Int = 0, since time: KeyPath<FileStatus, Int64> = \.changed,
        now: Int64 = FileStatus.now
    ) {
        if FileStatus.isAbsent(path) {
            state = .absent
            return
        }
        let window = max(SourceReading.settling, Int64(min(settle, 1_000_000)) * 1_000_000_000)
        guard let status = FileStatus(path: path, below: root) else {
            state = .complete
            return
        }
        let (age, overflow) = now.subtractingReportingOverflow(status[keyPath: time])
        // A time further in the future comes from another clock.
        guard !overflow, (-window..<window).contains(age) else {
            state = .complete
            return
        }
        let rest = Double(window - max(0, age)) / 1_000_000_000
        state = .changing(seconds: min(max(rest, Self.pauses.lowerBound), Self.pauses.upperBound))
    }
}

/// The screenshots in a source, without files that are still being written.
///
/// A stable file that cannot be decoded becomes a placeholder until the file changes.
struct StableListing: Sendable {
    let listing: ScreenshotListing
    /// The names of the files that are still being written.
    let changing: Set<String>
    /// The error if the source has no screenshots; otherwise nil.
    let fault: MosaicError?

    /// Whether the source has no files at all, not even incomplete ones.
    var isEmpty: Bool { listing.screenshots.isEmpty && changing.isEmpty && fault != nil }

    /// Lists a source.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    /// - Throws: Errors of the reader, except `noScreenshots` and, for a folder, `notFound`: then nothing has arrived.
    init(from reader: any ScreenshotReader, now: Int64 = FileStatus.now) async throws {
        do {
            let all = try await reader.list()
            let changing = await reader.unfinished(all.screenshots, now: now)
            listing = all.excluding(changing.contains)
            self.changing = changing
            fault = nil
        } catch let error as MosaicError
            where error.code == .noScreenshots || (error.code == .notFound && !(reader is BucketReader))
        {
            listing = ScreenshotListing([], skipped: [], reader: reader)
            changing = []
            fault = error
        }
    }

    /// Whether a file of a published tile is being overwritten. Composing now would lose the tile.
    func isChanging(_ published: Storyboard?) -> Bool {
        !changing.isEmpty && published?.tiles.contains { changing.contains($0.source.name) } == true
    }
}
