import Foundation
import Mosaic
import MosaicLibrary

/// A catalog in memory, written like the adapter of a database: rows that hold an entry or a job as one document.
///
/// No function suspends, so that each of them is one transaction. A database would also have columns for the values
/// that are searched and sorted here.
actor MemoryCatalog: Catalog {
    /// Decides when jobs are due and leases expire. A database would ask its own.
    private let clock: @Sendable () -> Date
    private var entryRows: [StoryboardID: Data] = [:]
    private var jobRows: [JobNumber: Data] = [:]
    private var jobNumbers: [StoryboardID: JobNumber] = [:]
    private var retiredSince: [StoryboardID: Date] = [:]
    private var lastNumber: Int64 = 0
    /// Leases of interactive jobs since the last one of a batch job, while batch jobs were due.
    private var interactiveLeases = 0

    init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
    }

    func now() -> Date { Self.inMilliseconds(clock()) }

    // MARK: Storyboards

    func put(_ entry: CatalogEntry) throws {
        var entry = entry
        entry.created = try self.entry(of: entry.id)?.created ?? Self.inMilliseconds(entry.created)
        entry.updated = Self.inMilliseconds(entry.updated)
        entryRows[entry.id] = try JSONEncoder().encode(entry)
    }

    func entry(of id: StoryboardID) throws -> CatalogEntry? {
        try entryRows[id].map { try JSONDecoder().decode(CatalogEntry.self, from: $0) }
    }

    func entries(_ query: CatalogQuery) throws -> CatalogPage {
        var found = try entryRows.values.map { try JSONDecoder().decode(CatalogEntry.self, from: $0) }
        if let search = query.search.map(Self.lowercased), !search.isEmpty {
            found.removeAll { entry in
                ![entry.id.rawValue, entry.title ?? ""].contains { Self.lowercased($0).contains(search) }
            }
        }
        found.sort { first, second in
            switch query.order {
            case .newest where first.updated != second.updated: first.updated > second.updated
            case .oldest where first.created != second.created: first.created < second.created
            case .newest, .oldest, .id: first.id.rawValue < second.id.rawValue
            }
        }
        return CatalogPage(entries: Self.page(found, query.limit, query.offset), total: found.count)
    }

    @discardableResult
    func remove(_ id: StoryboardID) -> Bool {
        let job = jobNumbers.removeValue(forKey: id).flatMap { jobRows.removeValue(forKey: $0) }
        let entry = entryRows.removeValue(forKey: id)
        return job != nil || entry != nil
    }

    func removeEntry(_ id: StoryboardID) { entryRows[id] = nil }

    // MARK: Retention

    func noteRetired(_ id: StoryboardID, since: Date) {
        retiredSince[id] = min(since, retiredSince[id] ?? since)
    }

    func setRetired(_ id: StoryboardID, since: Date?) { retiredSince[id] = since }

    func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) -> [RetiredStoryboard] {
        let due = retiredSince.filter { $0.value <= end }.map { ($0.value, $0.key.rawValue, $0.key) }
            .filter { row in last.map { (row.0, row.1) > ($0.since, $0.id.rawValue) } ?? true }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        return due.prefix(limit).map { RetiredStoryboard(id: $0.2, since: $0.0) }
    }

    // MARK: Jobs

    func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) throws -> Job {
        let now = clock()
        if var job = try job(of: request.id) {
            try job.resubmit(request, priority: priority, owner: owner, now: now)
            return try stored(job)
        }
        lastNumber += 1
        let job = try Job(number: JobNumber(rawValue: lastNumber), request, priority: priority, owner: owner, now: now)
        jobNumbers[request.id] = job.number
        return try stored(job)
    }

    func job(_ number: JobNumber) throws -> Job? {
        try jobRows[number].map { try JSONDecoder().decode(Job.self, from: $0) }
    }

    func job(of id: StoryboardID) throws -> Job? { try jobNumbers[id].flatMap { try job($0) } }

    func jobs(_ query: JobQuery) throws -> [Job] {
        let found = try allJobs().filter { job in
            (query.state == nil || job.state == query.state) && (!query.onlyHeld || job.lease != nil)
        }
        return Self.page(found.sorted { $0.number.rawValue > $1.number.rawValue }, query.limit, query.offset)
    }

    func jobCounts() throws -> [JobState: Int] {
        var counts = Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0, 0) })
        for job in try allJobs() { counts[job.state, default: 0] += 1 }
        return counts
    }

    func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) throws -> Job? {
        let now = clock()
        let due = try allJobs().filter { $0.isDue(now: now) && (id == nil || $0.storyboard == id) }
            .sorted { ($0.due, $0.number.rawValue) < ($1.due, $1.number.rawValue) }
        let interactive = due.first { $0.priority == .interactive }
        let batch = due.first { $0.priority == .batch }
        var next = interactive ?? batch
        if id == nil, let interactive, let batch {
            let isBatch = JobPriority.next(after: interactiveLeases) == .batch
            interactiveLeases = isBatch ? 0 : interactiveLeases + 1
            next = isBatch ? batch : interactive
        }
        guard var job = next else { return nil }
        job.grant(to: worker, until: now.addingTimeInterval(seconds))
        return try stored(job)
    }

    func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) throws -> Job? {
        guard var job = try job(number), attempt.map({ job.isHeld(by: $0) }) ?? true else { return nil }
        change(&job, clock())
        return try stored(job)
    }

    // MARK: Rows

    private func allJobs() throws -> [Job] {
        try jobRows.values.map { try JSONDecoder().decode(Job.self, from: $0) }
    }

    private func stored(_ job: Job) throws -> Job {
        jobRows[job.number] = try JSONEncoder().encode(job)
        return job
    }

    private static func page<Row>(_ rows: [Row], _ limit: Int, _ offset: Int) -> [Row] {
        Array(rows.dropFirst(max(0, offset)).prefix(max(1, limit)))
    }

    private static func inMilliseconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }

    /// Upper and lower case of ASCII are alike, others are not.
    private static func lowercased(_ text: String) -> String {
        let bytes = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
