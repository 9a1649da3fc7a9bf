import Foundation
public import Mosaic

extension StoryboardLibrary {
    /// Maximum number of objects in a page. A folder store lists the folder once for each page, so pages are large.
    private static let pageLimit = 10_000

    /// Rebuilds the catalog's entries from documents and journals, and the video index from the video files. Jobs stay
    /// unchanged.
    ///
    /// Also finishes removals that a killed process has begun, deletes expired retired objects, and removes temporary
    /// files. Compositions may run meanwhile; locked storyboards are skipped. A storyboard with a fault loses its
    /// fingerprint, so that the next batch composes it again.
    /// - Parameters:
    ///   - keepingOld: Seconds for which retired objects are kept.
    ///   - progress: Called after each storyboard with the number of examined storyboards.
    /// - Throws: `unavailable`; repairs before the error are kept.
    public func repair(
        keepingOld: Int = 24 * 60 * 60, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> RepairReport {
        try await repair(pageLimit: Self.pageLimit, keepingOld: keepingOld, progress: progress)
    }

    func repair(
        pageLimit: Int, keepingOld: Int = 24 * 60 * 60, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> RepairReport {
        try await store.discardLeftovers()
        try await indexJournals(pageLimit: pageLimit)
        var report = RepairReport()
        var found: Set<StoryboardID> = []
        var last: ObjectKey?
        while true {
            let page = try await store.list(below: nil, after: last, limit: pageLimit)
            for object in page where object.key.parts.count == 2 && object.key.parts[1] == Storyboard.recordName {
                guard let id = StoryboardID(rawValue: String(object.key.parts[0])) else { continue }
                try await repair(id, object.modified, &found, &report)
                progress(report.storyboards + report.faults.count)
            }
            guard let end = page.last?.key else { break }
            last = end
        }
        try await removeEntriesExcept(found, &report)
        try await collect(keepingOld: keepingOld)
        report.videos = try await repairVideos()
        return report
    }

    /// Notes in the catalog every storyboard that has a journal, and makes it due.
    private func indexJournals(pageLimit: Int) async throws {
        var known: Set<StoryboardID> = []
        var last: ObjectKey?
        while true {
            let page = try await store.list(below: nil, after: last, limit: pageLimit)
            for object in page where Self.isJournal(object.key) {
                guard let id = StoryboardID(rawValue: String(object.key.parts[0])), known.insert(id).inserted else {
                    continue
                }
                try await catalog.noteRetired(id, since: .distantPast)
            }
            guard let end = page.last?.key else { break }
            last = end
        }
    }

    private static func isJournal(_ key: ObjectKey) -> Bool {
        var parts = key.parts.dropFirst().map(String.init)
        // The journal of a further width.
        if parts.count == 2, Int(parts[0]) != nil { parts.removeFirst() }
        return [[RetentionJournal.fileName], [RetiredScreenshots.folderName, RetentionJournal.fileName]].contains(parts)
    }

    private func repair(
        _ id: StoryboardID, _ modified: Date, _ found: inout Set<StoryboardID>, _ report: inout RepairReport
    ) async throws {
        do {
            guard let (storyboard, fault) = try await checked(id) else { return }
            // The folder was renamed or copied, so the entry would be the entry of another storyboard.
            guard storyboard.id == id else {
                report.faults.append(RepairReport.Fault(id: id, reason: "Its record is that of \(storyboard.id)."))
                return
            }
            found.insert(id)
            if let fault {
                report.faults.append(RepairReport.Fault(id: id, reason: fault))
            } else {
                report.storyboards += 1
            }
            if try await write(storyboard, isWhole: fault == nil, modified) { report.written += 1 }
        } catch let error as MosaicError where [.malformed, .limitExceeded, .refused].contains(error.code) {
            // Keeps the entry, because the operator may repair the storyboard.
            found.insert(id)
            report.faults.append(RepairReport.Fault(id: id, reason: error.reason))
        }
    }

    /// A storyboard and its fault; nil if the storyboard no longer exists.
    ///
    /// A fault may come from a publication in progress, so it is checked again under the lock. A locked storyboard is
    /// left to its writer.
    private func checked(_ id: StoryboardID) async throws -> (Storyboard, fault: String?)? {
        do {
            let place = try await StoryboardPublisher(of: id, in: store)
            guard let storyboard = place.previous, storyboard.id == id,
                try await fault(of: storyboard, in: place) != nil
            else { return place.previous.map { ($0, nil) } }
            return try await locked(id) { place in
                guard let storyboard = place.previous else { return nil }
                return (storyboard, try await fault(of: storyboard, in: place))
            }
        } catch let error as MosaicError where error.code == .busy {
            return try await StoryboardPublisher(of: id, in: store).previous.map { ($0, nil) }
        }
    }

    /// Stores the entry of a storyboard if the catalog's entry differs or is missing; returns whether it did.
    private func write(_ storyboard: Storyboard, isWhole: Bool, _ modified: Date) async throws -> Bool {
        func change(for storyboard: Storyboard) async throws -> CatalogEntry? {
            let known = try await catalog.entry(of: storyboard.id)
            let entry = CatalogEntry(
                of: storyboard, bytes: try await sheetBytes(of: storyboard), created: known?.created ?? modified,
                updated: known?.updated ?? modified, fingerprint: isWhole ? known?.fingerprint : nil,
                source: try await recordedSource(of: storyboard.id))
            return entry == known ? nil : entry
        }
        guard try await change(for: storyboard) != nil else { return false }
        do {
            let lock = try await store.lock(ObjectKey(storyboard.id))
            defer { withExtendedLifetime(lock) {} }
            // The storyboard may have been published again before the lock was acquired.
            guard try await StoryboardPublisher(of: storyboard.id, in: store).previous == storyboard,
                let entry = try await change(for: storyboard)
            else { return false }
            try await catalog.put(entry)
            return true
        } catch let error as MosaicError where error.code == .busy {
            // The process with the lock stores the entry.
            return false
        }
    }

    /// The fault of a published storyboard or one of its further widths, in one sentence; nil without one.
    private func fault(of storyboard: Storyboard, in place: StoryboardPublisher) async throws -> String? {
        if let fault = try await ownFault(of: storyboard, in: place) { return fault }
        for width in storyboard.widths {
            let member = try await place.place(ofWidth: width)
            guard let further = member.previous, further.isWidth(width, of: storyboard) else {
                return "The width \(width) is missing or has other times; compose it again."
            }
            if let fault = try await ownFault(of: further, in: member) { return "Width \(width): \(fault)" }
        }
        return nil
    }

    private func ownFault(of storyboard: Storyboard, in place: StoryboardPublisher) async throws -> String? {
        do {
            for sheet in storyboard.sheets {
                guard let status = try await store.status(of: place.key(sheet.name)) else {
                    return "The sheet \(sheet.name) is missing; compose it again."
                }
                guard status.bytes == sheet.bytes else {
                    return "The sheet \(sheet.name) has \(status.bytes) bytes, not \(sheet.bytes); compose it again."
                }
            }
            guard try await store.status(of: place.key(Storyboard.trackName)) != nil else {
                return "The track is missing; compose it again."
            }
            return nil
        } catch let error as MosaicError where error.code == .refused {
            return error.reason
        }
    }

    private func removeEntriesExcept(_ found: Set<StoryboardID>, _ report: inout RepairReport) async throws {
        var gone: [StoryboardID] = []
        try await catalog.forEachPage { gone += $0.map(\.id).filter { !found.contains($0) } }
        for id in gone where try await removeEntry(id) { report.forgotten += 1 }
    }

    private func removeEntry(_ id: StoryboardID) async throws -> Bool {
        do {
            let lock = try await store.lock(ObjectKey(id))
            defer { withExtendedLifetime(lock) {} }
            // The storyboard may have been published since its folder was read.
            guard try await storyboard(id)?.id != id else { return false }
            try await catalog.removeEntry(id)
        } catch let error as MosaicError where error.code == .busy || error.code == .malformed {
            return false
        } catch let error as MosaicError where error.code == .refused {
            // A link or a file at the folder's path is not a storyboard.
            try await catalog.removeEntry(id)
        }
        return true
    }
}

/// The result of repairing a library's catalog.
public struct RepairReport: Hashable, Sendable, Codable {
    /// A storyboard with a fault.
    public struct Fault: Hashable, Sendable, Codable {
        /// The storyboard.
        public let id: StoryboardID
        /// The fault, in one sentence.
        public let reason: String
    }

    /// Number of storyboards without a fault.
    package internal(set) var storyboards = 0
    /// Number of entries that were stored because they were missing or wrong.
    package internal(set) var written = 0
    /// Number of removed entries, whose storyboards no longer exist.
    package internal(set) var forgotten = 0
    /// Number of videos in the rebuilt index; nil without a video index or video roots, and if a root is missing.
    package internal(set) var videos: Int?
    /// Storyboards with a fault.
    public internal(set) var faults: [Fault] = []
}
