package import Foundation
import Mosaic
import MosaicSystem

/// Decides when all screenshots of a storyboard have arrived.
///
/// Clients stop polling a job that is completed or failed, so neither state may be reported early.
package struct ArrivalRule: Hashable, Sendable {
    /// The number of expected chapters; nil if unknown.
    package let expected: Int?
    /// Seconds without an arrival after which an incomplete set of expected chapters is complete; 0 or more.
    package let arrivalTimeout: Int
    /// Seconds without an arrival after which a set of unknown size is complete, and one whose expected chapters all
    /// have files, some of them unusable; 0 does not wait.
    package let settle: Int

    /// Seconds until the source is listed again: a tenth of the time since the last arrival, within this range.
    private static let pauses = 1.0...10.0
    /// Maximum polls of all waiting jobs in a second; uploads make their jobs due at once.
    private static let polls = 100.0

    /// The rule of a request.
    package init(of request: JobRequest) {
        expected = request.expected?.total
        arrivalTimeout = request.arrivalTimeout
        settle = request.settle
    }

    /// The outcome of an attempt.
    ///
    /// - Parameters:
    ///   - have: Chapters with published tiles, of the expected ones where some are expected.
    ///   - arrived: Chapters with files, usable or not, of the expected ones where some are expected.
    ///   - lastArrival: When a screenshot last arrived; nil before the first.
    ///   - begun: When the job last began; earlier arrivals count as arrivals at that time.
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

    /// Minimum seconds between two polls of one of `backlog` jobs.
    static func pause(sharedBy backlog: Int) -> Double { Double(backlog) / polls }

    private func timeout(arrived: Int) -> Int {
        guard let expected else { return settle }
        // Where every chapter has a file, only replacements can arrive.
        return arrived < expected ? arrivalTimeout : min(settle, arrivalTimeout)
    }

    private func nothing(_ seconds: Int) -> String {
        guard let expected else { return "No usable screenshot arrived within \(seconds) seconds." }
        return "Of \(expected) expected chapters no usable screenshot arrived within \(seconds) seconds."
    }
}

/// Counts the chapters of a job that are published.
struct ChapterCount: Sendable {
    private let expected: ExpectedChapters?
    /// The expected number; where it is unknown the current one, nil before the first arrival.
    let total: Int?

    /// Chapters with files, usable or not; where chapters are expected by number, only those.
    let arrived: Int

    /// - Parameter screenshots: The current screenshots.
    init(of request: JobRequest, _ screenshots: [Screenshot]) {
        expected = request.expected
        total = request.expected?.total ?? (screenshots.isEmpty ? nil : screenshots.count)
        arrived = Self.count(screenshots.lazy.map(\.chapter), of: request.expected)
    }

    /// Tiles that show their screenshots; where chapters are expected by number, only those.
    func have(in storyboard: Storyboard?) -> Int {
        let shown = storyboard?.tiles.filter { $0.state != .placeholder } ?? []
        return Self.count(shown.lazy.map(\.chapter), of: expected)
    }

    /// A number for reports: at most the total.
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

/// A file and its content.
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

/// Tells whether a film has arrived as a whole: a file that is still being copied is not opened.
struct FilmArrival: Sendable {
    /// The state of a film's file.
    enum State: Hashable {
        case absent
        /// It was changed so recently that it may be changed again; with the seconds until it may be read.
        case changing(seconds: Double)
        case complete
    }

    /// The seconds that a waiting job pauses at least and at most.
    private static let pauses = 1.0...10.0

    /// The current state.
    let state: State

    /// Examines a film.
    ///
    /// - Parameters:
    ///   - root: The folder that no link to the film may leave, without links; `nil` follows every link.
    ///   - settle: Seconds for which it has to be unchanged; never less than what tells its versions apart.
    ///   - now: Nanoseconds since 1970.
    init(of path: String, below root: String? = nil, settle: Int, now: Int64) {
        if FileStatus.isAbsent(path) {
            state = .absent
            return
        }
        let window = max(SourceReading.settling, Int64(min(settle, 1_000_000)) * 1_000_000_000)
        // The time of the last change cannot be set, unlike that of the last write, which copying programs set.
        guard let status = FileStatus(path: path, below: root) else {
            state = .complete
            return
        }
        let (age, overflow) = now.subtractingReportingOverflow(status.changed)
        // A time further in the future is that of another clock.
        guard !overflow, (-window..<window).contains(age) else {
            state = .complete
            return
        }
        let rest = Double(window - max(0, age)) / 1_000_000_000
        state = .changing(seconds: min(max(rest, Self.pauses.lowerBound), Self.pauses.upperBound))
    }
}

/// The screenshots in a source, without those that are still being written.
///
/// A file that cannot be decoded becomes a placeholder once it is stable, until it changes.
struct StableListing: Sendable {
    /// The complete files.
    let listing: ScreenshotListing
    /// The files that are still being written.
    let changing: Set<String>
    /// Why there are no screenshots; nil where there are some.
    let fault: MosaicError?

    /// Whether there are no files at all, not even incomplete ones.
    var isEmpty: Bool { listing.screenshots.isEmpty && changing.isEmpty && fault != nil }

    /// Lists a source.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    /// - Throws: Errors of the reader. `noScreenshots`, and `notFound` for a folder, mean that nothing has arrived.
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

    /// Whether a published file is being overwritten; composing now would lose its tile.
    func isChanging(_ published: Storyboard?) -> Bool {
        !changing.isEmpty && published?.tiles.contains { changing.contains($0.source.name) } == true
    }
}
