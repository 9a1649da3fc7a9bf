import Foundation
import GRDB
import MosaicFixtures
import Testing

/// A library of many storyboards with the same pictures: `film-00000` and so on.
struct ManyStoryboards {
    let served: ServedLibrary

    init(count: Int) async throws {
        served = try ServedLibrary()
        let folder = served.folder.path("library")
        let names = try served.folder.names(in: "library/film").filter {
            $0.hasPrefix("sheet-") || $0.hasSuffix(".vtt")
        }
        let record = try served.folder.read("library/film/mosaic.json")
        let name = try #require(record.firstRange(of: Array("\"film\"".utf8)))
        let (before, after) = (Array(record[...name.lowerBound]), Array(record[(name.upperBound - 1)...]))
        let files = FileManager.default
        for number in 0..<count {
            let id = Self.id(number)
            try served.folder.makeFolder("library/\(id)")
            for name in names {
                try files.linkItem(atPath: "\(folder)/film/\(name)", toPath: "\(folder)/\(id)/\(name)")
            }
            try served.folder.write(before + Array(id.utf8) + after, to: "library/\(id)/mosaic.json")
        }
        // One transaction, where the catalog's own functions take one for each.
        let catalog = try DatabaseQueue(path: served.folder.path("library/.mosaic-catalog.sqlite"))
        try await catalog.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number LIMIT ?)
                    INSERT INTO storyboard (id, title, tiles, duration, bytes, created, updated)
                    SELECT printf('film-%05d', n), printf('Film %d', n), tiles, duration, bytes, created + n, updated + n
                    FROM number JOIN storyboard WHERE id = 'film'
                    """, arguments: [count])
            try database.execute(sql: "DELETE FROM storyboard WHERE id = 'film'")
            try database.execute(sql: "DELETE FROM job")
        }
    }

    /// The id of the storyboard that was published as this one, counted from 0.
    static func id(_ number: Int) -> String { "film-" + String(String(100_000 + number).dropFirst()) }
}
