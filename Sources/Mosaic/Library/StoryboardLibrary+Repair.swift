import Foundation

extension StoryboardLibrary {
    /// Rebuilds what the catalog knows of storyboards from their documents; jobs stay as they are.
    ///
    /// - Parameter progress: Called after each storyboard with the number of those looked at.
    /// - Throws: `unavailable`; what was put right until then stays so.
    public func repair(progress: @Sendable (Int) -> Void = { _ in }) async throws -> RepairReport {
        var report = RepairReport()
        var found: Set<StoryboardID> = []
        var last: ObjectKey?
        while true {
            let page = try await store.list(below: nil, after: last, limit: 1_000)
            for object in page where object.key.parts.count == 2 && object.key.parts[1] == Storyboard.recordName {
                guard let id = StoryboardID(rawValue: String(object.key.parts[0])) else { continue }
                try await repair(id, object.modified, &found, &report)
                progress(report.storyboards + report.faults.count)
            }
            guard let end = page.last?.key else { break }
            last = end
        }
        try await forgetAllBut(found, &report)
        return report
    }

    private func repair(
        _ id: StoryboardID, _ modified: Date, _ found: inout Set<StoryboardID>, _ report: inout RepairReport
    ) async throws {
        do {
            let place = try await StoryboardPlace(of: id, in: store)
            guard let storyboard = place.previous else { return }
            if let fault = try await fault(of: storyboard, id, in: place) {
                report.faults.append(RepairReport.Fault(id: id, reason: fault))
            } else {
                report.storyboards += 1
            }
            let known = try await catalog.entry(of: id)
            let entry = CatalogEntry(
                of: storyboard, created: known?.created ?? modified, updated: known?.updated ?? modified,
                fingerprint: known?.fingerprint)
            found.insert(id)
            guard entry != known else { return }
            report.written += 1
            try await catalog.put(entry)
        } catch let error as MosaicError where error.code == .malformed {
            // What is known of it stays: the record may be mended by hand.
            found.insert(id)
            report.faults.append(RepairReport.Fault(id: id, reason: error.reason))
        }
    }

    /// What is wrong with a published storyboard, in one sentence; nil where nothing is.
    private func fault(of storyboard: Storyboard, _ id: StoryboardID, in place: StoryboardPlace) async throws -> String?
    {
        guard storyboard.id == id else { return "Its record is that of \(storyboard.id)." }
        for sheet in storyboard.sheets {
            guard let status = try await store.status(of: place.key(sheet.name)) else {
                return "The sheet \(sheet.name) is gone; compose it again."
            }
            guard status.bytes == sheet.bytes else {
                return "The sheet \(sheet.name) has \(status.bytes) bytes, not \(sheet.bytes); compose it again."
            }
        }
        guard try await store.status(of: place.key(Storyboard.trackName)) != nil else {
            return "The track is gone; compose it again."
        }
        return nil
    }

    private func forgetAllBut(_ found: Set<StoryboardID>, _ report: inout RepairReport) async throws {
        var gone: [StoryboardID] = []
        var query = CatalogQuery()
        query.order = .id
        query.limit = CatalogQuery.maximumLimit
        while true {
            let page = try await catalog.entries(query).entries
            gone += page.map(\.id).filter { !found.contains($0) }
            query.offset += page.count
            guard page.count == query.limit else { break }
        }
        for id in gone { try await catalog.forget(id) }
        report.forgotten = gone.count
    }
}
