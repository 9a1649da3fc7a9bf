import ArgumentParser
import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary

/// Jobs from submission to their end, one after the other, through the catalog and through plain SQL.
struct PassedJobs {
    /// Storage of the jobs.
    enum Queue: String, CaseIterable, ExpressibleByArgument {
        case bare, tables, flushed, catalog

        var name: String {
            switch self {
            case .bare: "plain SQL, a table alone"
            case .tables: "plain SQL, the catalog's tables"
            case .flushed: "plain SQL, tables and flushes"
            case .catalog: "SQLiteCatalog"
            }
        }

        /// The name in the column of comparisons.
        var peer: String { name.replacingOccurrences(of: "plain SQL, ", with: "") }
    }

    let count: Int

    private var names: [String] { (0..<count).map { "storyboard-\($0)" } }

    func section(rounds: Int) async throws -> BenchReport.Section {
        let queues = Queue.allCases
        let race = try await Race(rounds: rounds, queues.map { queue in { try await pass(through: queue) } })
        let instructions = try queues.map(instructions)
        var rows = [
            Measurement(name: queues[0].name, value: Double(count) / race.wall(0), unit: "jobs/s"),
            Measurement(
                name: queues[0].name + ", CPU", value: race.processor(0) / Double(count) * 1e6, unit: "us/job"),
        ]
        for (index, queue) in queues.enumerated() {
            for peer in queues[..<index] where queue == .catalog || peer == queues[index - 1] {
                let other = queues.firstIndex(of: peer) ?? 0
                let isPeer = queue == .catalog && peer == .flushed
                rows += [
                    Measurement(
                        name: queue.name, value: Double(count) / race.wall(index), unit: "jobs/s", against: peer.peer,
                        ratio: 1 / race.wallRatio(index, to: other), wanted: isPeer ? .atLeast(0.6) : nil),
                    Measurement(
                        name: queue.name + ", CPU", value: race.processor(index) / Double(count) * 1e6, unit: "us/job",
                        against: peer.peer, ratio: race.processorRatio(index, to: other),
                        wanted: isPeer ? .atMost(1 / 0.6) : nil),
                ]
                guard let own = instructions[index], let others = instructions[other] else { continue }
                rows.append(
                    Measurement(
                        name: queue.name + ", instructions", value: own / 1e3, unit: "thousand/job",
                        against: peer.peer, ratio: own / others, wanted: isPeer ? .atMost(2.5) : nil))
            }
        }
        return BenchReport.Section(
            title: "\(count) jobs, one after the other: submit, lease, progress, finish", rows: rows,
            notes: [
                "A table alone answers the same questions of jobs, but counts none. A catalog has a job's submission and its end "
                    + "on the disk before it acknowledges them; plain SQL does so where it says flushes."
            ])
    }

    /// Instructions of one more job by callgrind; `nil` without callgrind.
    private func instructions(_ queue: Queue) throws -> Double? {
        let counter = try InstructionCount(of: ChildProcess.ownPath)
        let counts = [100, 300].map { jobs in
            counter.callgrind(["catalog", "--only", queue.rawValue, "--jobs", String(jobs)])
        }
        guard let few = counts[0], let many = counts[1] else { return nil }
        return (many - few) / 200
    }

    /// The folder of the queue, which goes with the value.
    func pass(through queue: Queue) async throws -> AnyObject {
        let folder = try ScratchFolder()
        let path = folder.path + "/catalog.sqlite"
        switch queue {
        case .catalog: try await pass(through: SQLiteCatalog(path: path))
        case .bare:
            let database = try PlainSQLite(path: path)
            try database.execute(PlainQueue.bareTable)
            try pass(through: PlainQueue(database, hasPriorities: false, flushes: false))
        case .tables, .flushed:
            _ = try SQLiteCatalog(path: path)
            let database = try PlainSQLite(path: path)
            try pass(through: PlainQueue(database, hasPriorities: true, flushes: queue == .flushed))
        }
        return folder
    }

    private func pass(through queue: PlainQueue) throws {
        // As long as the text of the requests that the catalog stores.
        let request = String(repeating: "x", count: 320)
        for name in names { try queue.pass(name, request: request, milliseconds: 1_800_000_000_000) }
    }

    private func pass(through catalog: SQLiteCatalog) async throws {
        for name in names {
            guard let id = StoryboardID(rawValue: name) else { continue }
            _ = try await catalog.submit(JobRequest(id: id, source: ScreenshotSource(folder: "/films")))
            guard let job = try await catalog.lease(to: "worker", for: 60, of: nil) else { continue }
            _ = try await catalog.heartbeat(job.number, attempt: job.attempt, for: 60) {
                $0.progress(completed: 12, total: nil, lastArrival: $1, now: $1)
            }
            _ = try await catalog.update(job.number, attempt: job.attempt) { $0.finish(.complete, now: $1) }
        }
        guard try await catalog.jobCounts()[.completed] == count else {
            throw PlainSQLite.Failure(description: "Not every job is completed.")
        }
    }
}
