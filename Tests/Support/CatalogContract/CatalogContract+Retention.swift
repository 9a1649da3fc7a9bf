import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let retention = [
        CatalogContract("what is retired is found by its time, and by id where that is the same") {
            catalog async throws in
            for (id, since) in [("c", 3.0), ("b", 1), ("a", 1), ("d", 4)] {
                try await catalog.noteRetired(Sample.id(id), since: Sample.date(since))
            }
            let due = try await catalog.retired(until: Sample.date(3), after: nil, limit: 10)
            #expect(due.map(\.id.rawValue) == ["a", "b", "c"])
            #expect(due.map(\.since) == [Sample.date(1), Sample.date(1), Sample.date(3)])
            #expect(try await catalog.retired(until: Sample.date(0.999), after: nil, limit: 10).isEmpty)
            var paged: [String] = []
            var last: RetiredStoryboard?
            while let next = try await catalog.retired(until: Sample.date(9), after: last, limit: 1).first {
                paged.append(next.id.rawValue)
                last = next
            }
            #expect(paged == ["a", "b", "c", "d"])
        },
        CatalogContract("a note keeps the earlier time, and setting replaces it") { catalog async throws in
            let id = try Sample.id("film")
            try await catalog.noteRetired(id, since: Sample.date(5))
            try await catalog.noteRetired(id, since: Sample.date(7))
            #expect(try await since(in: catalog) == Sample.date(5))
            try await catalog.put(Sample.entry("film"), retiredSince: Sample.date(2))
            #expect(try await since(in: catalog) == Sample.date(2))
            try await catalog.put(Sample.entry("film"), retiredSince: nil)
            #expect(try await since(in: catalog) == Sample.date(2))
            try await catalog.setRetired(id, since: Sample.date(9))
            #expect(try await since(in: catalog) == Sample.date(9))
            try await catalog.setRetired(id, since: nil)
            #expect(try await since(in: catalog) == nil)
            try await catalog.noteRetired(id, since: .distantPast)
            #expect(try await since(in: catalog) != nil)
        },
        CatalogContract("what is retired outlives entry and job") { catalog async throws in
            let id = try Sample.id("film")
            try await catalog.put(Sample.entry("film"), retiredSince: Sample.date(1))
            _ = try await catalog.at(0).submit(Sample.request("film"))
            try await catalog.removeEntry(id)
            try await catalog.remove(id)
            #expect(try await catalog.retired(until: Sample.date(1), after: nil, limit: 10).map(\.id) == [id])
        },
    ]

    private static func since(in catalog: any Catalog) async throws -> Date? {
        try await catalog.retired(until: Sample.date(100), after: nil, limit: 10).first?.since
    }
}
