import Foundation
import Mosaic
import Testing
import WebVTT

import MosaicLibrary

extension CatalogContract {
    static let storyboards = [
        CatalogContract("an entry comes back as it was stored") { catalog async throws in
            let full = CatalogEntry(
                id: try Sample.id("film"), title: "Ünïcode \"quotes\" 'and' 🎬; DROP TABLE job; --\n\t%_\\", tiles: 150,
                duration: Timestamp(milliseconds: 7_200_001), bytes: 5_000_000_000, created: Sample.date(0.001),
                updated: Sample.date(12.999), fingerprint: ContentHash(of: [1, 2, 3]),
                placeholders: Placeholders(count: 7, reasons: ["ch1_\"1\"s.jpg: It's\n \\ gone.", "", "🎬"]))
            try await catalog.put(full)
            #expect(try await catalog.entry(of: full.id) == full)
            #expect(try await catalog.status(of: full.id) == StoryboardStatus(entry: full, job: nil))
            let bare = try Sample.entry("bare")
            try await catalog.put(bare)
            #expect(try await catalog.entry(of: bare.id) == bare)
            let blank = try Sample.entry("blank", title: "")
            try await catalog.put(blank)
            #expect(try await catalog.entry(of: blank.id)?.title == "")
        },
        CatalogContract("placeholders are added up, and those of a replaced entry are forgotten") {
            catalog async throws in
            #expect(try await catalog.placeholderTotals() == PlaceholderTotals(storyboards: 0, tiles: 0))
            for (id, count) in [("a", 3), ("b", 0), ("c", 5)] {
                try await catalog.put(Sample.entry(id, placeholders: Placeholders(count: count)))
            }
            try await catalog.put(Sample.entry("d"))
            #expect(try await catalog.placeholderTotals() == PlaceholderTotals(storyboards: 2, tiles: 8))
            #expect(try await catalog.entry(of: Sample.id("b"))?.placeholders == Placeholders(count: 0))
            try await catalog.put(Sample.entry("a", placeholders: Placeholders(count: 1)))
            try await catalog.removeEntry(Sample.id("c"))
            #expect(try await catalog.placeholderTotals() == PlaceholderTotals(storyboards: 1, tiles: 1))
        },
        CatalogContract("storyboards are found by their sources, as they are now") { catalog async throws in
            func found(_ source: SourceQuery) async throws -> [String] {
                try await catalog.storyboards(madeOf: source).map(\.rawValue)
            }
            func path(_ path: String) -> SourceQuery {
                .path(sha256: ContentHash(of: Array(path.utf8)).hexadecimal())
            }
            let composed = "/a/caf\u{E9}.mkv"
            for (id, source) in [("b", "/b/film.mkv"), ("a", "/a/film.mkv"), ("c", composed), ("d", nil)] {
                try await catalog.put(Sample.entry(id, source: source))
            }
            #expect(try await found(path("/a/film.mkv")) == ["a"])
            #expect(try await found(path("/none")).isEmpty)
            #expect(try await found(.name("film.mkv")) == ["a", "b"])
            #expect(try await found(.name("caf\u{E9}.mkv")) == ["c"])
            #expect(try await found(.name("cafe\u{301}.mkv")).isEmpty, "Names are compared by bytes.")
            #expect(try await catalog.entry(of: Sample.id("a")) == Sample.entry("a", source: "/a/film.mkv"))
            try await catalog.put(Sample.entry("a", source: "/moved/film.mkv"))
            try await catalog.removeEntry(Sample.id("b"))
            #expect(try await found(path("/a/film.mkv")).isEmpty)
            #expect(try await found(path("/moved/film.mkv")) == ["a"])
            #expect(try await found(.name("film.mkv")) == ["a"])
        },
        CatalogContract("times are kept to the nearest millisecond") { catalog async throws in
            try await catalog.put(Sample.entry("film", created: 0.000_4, updated: 0.000_6))
            let entry = try await catalog.entry(of: Sample.id("film"))
            #expect(entry?.created == Sample.date(0))
            #expect(entry?.updated == Sample.date(0.001))
        },
        CatalogContract("an entry is replaced, and keeps its time of creation") { catalog async throws in
            try await catalog.put(Sample.entry("film", title: "old", created: 1, updated: 1))
            try await catalog.put(Sample.entry("film", title: nil, created: 2, updated: 3))
            #expect(try await catalog.entry(of: Sample.id("film")) == Sample.entry("film", created: 1, updated: 3))
            #expect(try await catalog.entries(CatalogQuery()).total == 1)
        },
        CatalogContract("ids of every allowed character are told apart, upper from lower case too") {
            catalog async throws in
            let longest = String(repeating: "x", count: StoryboardID.maximumLength)
            let texts = ["a", "A", "-a", "_", "~", "a.b", "a-b", "a_b", "a~b", "0", "00", longest]
            for text in texts { try await catalog.put(Sample.entry(text, title: "title of \(text)")) }
            for text in texts {
                #expect(try await catalog.entry(of: Sample.id(text))?.title == "title of \(text)")
            }
            #expect(try await catalog.entries(CatalogQuery()).total == texts.count)
        },
        CatalogContract("what is not there is nil") { catalog async throws in
            #expect(try await catalog.entry(of: Sample.id("film")) == nil)
            #expect(try await catalog.job(of: Sample.id("film")) == nil)
            #expect(try await catalog.job(JobNumber(rawValue: 1)) == nil)
            #expect(try await catalog.entries(CatalogQuery()) == CatalogPage(entries: [], total: 0))
        },
        CatalogContract("removing takes the entry and the job, and says whether there was either") {
            catalog async throws in
            let id = try Sample.id("film")
            #expect(try await !catalog.remove(id))
            try await catalog.put(Sample.entry("film"))
            try await catalog.put(Sample.entry("other"))
            let job = try await catalog.at(0).submit(Sample.request("film"))
            #expect(try await catalog.remove(id))
            #expect(try await catalog.entry(of: id) == nil)
            #expect(try await catalog.job(of: id) == nil)
            #expect(try await catalog.job(job.number) == nil)
            #expect(try await catalog.entries(CatalogQuery()).entries == [Sample.entry("other")])
            #expect(try await !catalog.remove(id))
            _ = try await catalog.at(0).submit(Sample.request("film"))
            #expect(try await catalog.remove(id), "A job alone counts.")
        },
        CatalogContract("forgetting takes the entry and leaves the job") { catalog async throws in
            let id = try Sample.id("film")
            try await catalog.removeEntry(id)
            try await catalog.put(Sample.entry("film"))
            let job = try await catalog.at(0).submit(Sample.request("film"))
            try await catalog.removeEntry(id)
            #expect(try await catalog.entry(of: id) == nil)
            #expect(try await catalog.entries(CatalogQuery()).total == 0)
            #expect(try await catalog.job(of: id) == job)
        },
    ]
}
