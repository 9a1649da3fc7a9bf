import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let sharing = [
        CatalogContract(
            "eight workers in two catalogs take each job exactly once",
            opening: { open async throws in
                let catalogs = [try await open(), try await open()]
                for number in 0..<60 {
                    _ = try await catalogs[0].at(0).submit(Sample.request("j\(number)"))
                }
                let taken = try await withThrowingTaskGroup(of: [JobNumber].self) { group in
                    for worker in 0..<8 {
                        let catalog = catalogs[worker % 2]
                        group.addTask {
                            var mine: [JobNumber] = []
                            while let job = try await catalog.at(1).lease(to: "w\(worker)", for: 98, of: nil) {
                                #expect(job.lease == Sample.lease("w\(worker)", until: 99) && job.attempt == 1)
                                mine.append(job.number)
                            }
                            return mine
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(taken.count == 60)
                #expect(Set(taken).count == 60)
            }),
        CatalogContract(
            "changes of many tasks at once are all made",
            opening: { open async throws in
                let catalogs = [try await open(), try await open()]
                let job = try await catalogs[0].at(0).submit(Sample.request("film"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<80 {
                        let catalog = catalogs[task % 2]
                        group.addTask {
                            _ = try await catalog.update(job.number) { job, _ in job.completedChapters += 1 }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await catalogs[1].job(job.number)?.completedChapters == 80)
            }),
        CatalogContract(
            "one storyboard submitted by many tasks at once has one job",
            opening: { open async throws in
                let catalogs = [try await open(), try await open()]
                let numbers = try await withThrowingTaskGroup(of: JobNumber.self) { group in
                    for task in 0..<20 {
                        let catalog = catalogs[task % 2]
                        group.addTask { try await catalog.at(0).submit(Sample.request("film")).number }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(numbers).count == 1)
                #expect(try await catalogs[0].jobs(JobQuery()).count == 1)
            }),
        CatalogContract(
            "what one catalog stores, another one on the same storage sees",
            opening: { open async throws in
                let (writer, reader) = (try await open(), try await open())
                for number in 0..<20 {
                    let entry = try Sample.entry("s\(number)", title: "title \(number)")
                    try await writer.put(entry)
                    #expect(try await reader.entry(of: entry.id) == entry)
                    let job = try await writer.at(0).submit(Sample.request("s\(number)"))
                    #expect(try await reader.job(job.number) == job)
                    #expect(try await reader.entries(CatalogQuery()).total == number + 1)
                    #expect(try await reader.jobCounts()[.pending] == number + 1)
                }
                try await reader.remove(Sample.id("s0"))
                #expect(try await writer.entry(of: Sample.id("s0")) == nil)
            }),
        CatalogContract(
            "what was stored is there when the catalog is opened again",
            opening: { open async throws in
                let entry = try Sample.entry("film", title: "a title")
                var job: Job?
                do {
                    let catalog = try await open()
                    try await catalog.put(entry)
                    job = try await catalog.at(0).submit(Sample.request("film"))
                }
                let catalog = try await open()
                #expect(try await catalog.entry(of: entry.id) == entry)
                #expect(try await catalog.job(of: entry.id) == job)
            }),
        CatalogContract("what a cancelled task stores is stored") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await catalog.at(1).update(job.number) { $0.cancel(now: $1) }
            }
            task.cancel()
            #expect(try await task.value?.state == .cancelled)
            #expect(try await catalog.job(job.number)?.state == .cancelled)
        },
    ]
}
