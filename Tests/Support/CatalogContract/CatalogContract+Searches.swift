import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let searches = [
        CatalogContract("a search finds any part of id or title, upper and lower case of ASCII alike") {
            catalog async throws in
            try await catalog.put(Sample.entry("The-Film", title: "Der Böse Wolf"))
            try await catalog.put(Sample.entry("other", title: "A film-noir"))
            try await catalog.put(Sample.entry("third"))
            let found: [(String, [String])] = [
                ("film", ["The-Film", "other"]), ("FILM-", ["other"]), ("t", ["The-Film", "other", "third"]),
                ("th", ["The-Film", "other", "third"]), ("wolf", ["The-Film"]), ("böse", ["The-Film"]),
                ("BÖSE", []), ("ö", ["The-Film"]), ("Ö", []), ("e Film", []), ("film noir", []),
                ("hird", ["third"]), ("", ["The-Film", "other", "third"]), ("-", ["The-Film", "other"]),
            ]
            for (text, expected) in found { #expect(try await ids(catalog, text) == expected, "\(text)") }
        },
        CatalogContract("no character of a search means anything but itself") { catalog async throws in
            let titles = [
                "100% _real_", "back\\slash", "it's \"quoted\"", "star * star", "a NEAR b", "NOT x OR y", "🎬🎞️ film",
                "colon: {curly} ^caret", "abcdef", "(round) [square]", "semi; -- comment", "tab\tnewline\n",
            ]
            for (number, title) in titles.enumerated() {
                try await catalog.put(Sample.entry("s\(number)", title: title))
            }
            for (number, title) in titles.enumerated() {
                #expect(try await ids(catalog, title) == ["s\(number)"], "\(title)")
            }
            for (text, expected) in [
                ("%", ["s0"]), ("_", ["s0"]), ("0%", ["s0"]), ("a%f", []), ("a_cdef", []), ("\\", ["s1"]),
                ("'", ["s2"]),
                ("\"", ["s2"]), ("\"quo", ["s2"]), ("\"\"\"", []), ("*", ["s3"]), ("sta*", []), ("🎬", ["s6"]),
                ("abc OR tab", []), ("abc* ", []), ("title:abc", []), ("\n", ["s11"]), ("ab\0c", []), ("\0", []),
            ] { #expect(try await ids(catalog, text) == expected, "\(text.debugDescription)") }
        },
        CatalogContract("a search follows titles that change and storyboards that go") { catalog async throws in
            try await catalog.put(Sample.entry("one", title: "before"))
            try await catalog.put(Sample.entry("two"))
            try await catalog.put(Sample.entry("one", title: "after", updated: 1))
            #expect(try await ids(catalog, "before") == [])
            #expect(try await ids(catalog, "after") == ["one"])
            try await catalog.put(Sample.entry("one", title: nil, updated: 2))
            #expect(try await ids(catalog, "after") == [])
            try await catalog.put(Sample.entry("two", title: "after all"))
            #expect(try await ids(catalog, "after") == ["two"])
            try await catalog.remove(Sample.id("two"))
            #expect(try await ids(catalog, "after") == [])
            #expect(try await ids(catalog, "two") == [])
        },
        CatalogContract("a search is ordered and cut into pages like a list, and tells how much it found") {
            catalog async throws in
            for number in 0..<9 {
                try await catalog.put(
                    Sample.entry("s\(number)", title: number % 2 == 0 ? "even" : "odd", updated: Double(number)))
            }
            var query = CatalogQuery()
            query.search = "EVEN"
            query.limit = 2
            query.offset = 1
            let page = try await catalog.entries(query)
            #expect(page.entries.map(\.id.rawValue) == ["s6", "s4"])
            #expect(page.total == 5)
            query.offset = 7
            #expect(try await catalog.entries(query) == CatalogPage(entries: [], total: 5))
        },
        CatalogContract("a search of any length is answered") { catalog async throws in
            let long = String(repeating: "long title ", count: 10_000)
            try await catalog.put(Sample.entry("long", title: long))
            try await catalog.put(Sample.entry("short", title: "long title"))
            #expect(try await ids(catalog, long) == ["long"])
            #expect(try await ids(catalog, long + "!") == [])
        },
    ]

    private static func ids(_ catalog: any Catalog, _ search: String) async throws -> [String] {
        var query = CatalogQuery()
        query.search = search
        query.order = .id
        let page = try await catalog.entries(query)
        #expect(page.total == page.entries.count)
        return page.entries.map(\.id.rawValue)
    }
}
