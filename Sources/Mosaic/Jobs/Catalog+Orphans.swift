package import Foundation

extension Catalog {
    /// Gives back the jobs of workers that were killed on this machine, so that nobody waits until their holds run out.
    ///
    /// - Returns: How many there were.
    /// - Throws: `unavailable`.
    @discardableResult
    package func giveBackOrphans(now: Date = Date()) async throws -> Int {
        var count = 0
        for state in JobState.allCases where !state.isFinal {
            var query = JobQuery()
            query.state = state
            query.limit = 10_000
            while true {
                let page = try await jobs(query)
                for job in page {
                    guard let worker = job.lease?.worker, WorkerName(rawValue: worker).hasEnded else { continue }
                    let freed = try await update(job.number, heldBy: worker) { $0.finish(.wait(until: now), now: now) }
                    if freed != nil { count += 1 }
                }
                query.offset += page.count
                guard page.count == query.limit else { break }
            }
        }
        return count
    }
}
