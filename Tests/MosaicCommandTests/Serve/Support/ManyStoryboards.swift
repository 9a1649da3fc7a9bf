import Foundation
import Mosaic
import MosaicEmbedded
import MosaicFixtures

@testable import MosaicLibrary

/// A library of many storyboards with the same pictures: `film-00000` and so on.
struct ManyStoryboards {
    let served: ServedLibrary

    init(count: Int) async throws {
        served = try ServedLibrary()
        let folder = served.folder.path("library")
        let names = try served.folder.names(in: "library/film").filter {
            $0.hasPrefix("sheet-") || $0.hasSuffix(".vtt")
        }
        let record = String(decoding: try served.folder.read("library/film/mosaic.json"), as: UTF8.self)
        let files = FileManager.default
        for number in 0..<count {
            let id = Self.id(number)
            try served.folder.makeFolder("library/\(id)")
            for name in names {
                try files.linkItem(atPath: "\(folder)/film/\(name)", toPath: "\(folder)/\(id)/\(name)")
            }
            let own = record.replacing(/"id"\s*:\s*"film"/, with: "\"id\":\"\(id)\"")
            try served.folder.write(Array(own.utf8), to: "library/\(id)/mosaic.json")
        }
        let catalog = try served.workplace.library().catalog
        guard let entry = try await catalog.entry(of: StoryboardID(naming: "film")) else { return }
        for number in 0..<count {
            let date = Date(timeIntervalSince1970: 1_700_000_000 + TimeInterval(number))
            try await catalog.put(
                CatalogEntry(
                    id: StoryboardID(naming: Self.id(number)), title: "Film \(number)", tiles: entry.tiles,
                    duration: entry.duration, bytes: entry.bytes, created: date, updated: date, fingerprint: nil))
        }
        try await catalog.remove(StoryboardID(naming: "film"))
    }

    /// The id of the storyboard that was published as this one, counted from 0.
    static func id(_ number: Int) -> String { "film-" + String(String(100_000 + number).dropFirst()) }
}
