import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct StoryboardLibrarySingleTests {
    @Test func `one folder is served under its storyboard's id, and nothing else is`() async throws {
        let served = try await ServedLibrary()
        try FileManager.default.copyItem(
            atPath: served.folder.path("library/film"), toPath: served.folder.path("another name"))
        let library = try StoryboardLibrary.single(at: served.folder.path("another name"))
        let application = try buildApplication(library: library, settings: ServerSettings(), logger: .silent)
        let names = try served.folder.names(in: "library/film")
        try await application.test(.router) { client in
            for name in names + ["tile?t=5", "tile.jpg?chapter=2", "preview"] {
                try await client.execute(uri: "/storyboards/film/\(name)", method: .get) {
                    #expect($0.status == .ok, "\(name)")
                }
                try await client.execute(uri: "/storyboards/another/\(name)", method: .get) {
                    #expect($0.status == .notFound, "\(name)")
                }
            }
            try await client.execute(uri: "/storyboards", method: .get) {
                #expect($0.text.contains("\"total\":1"))
            }
            for (search, total) in [("FIL", 1), ("other", 0)] {
                try await client.execute(uri: "/storyboards?search=\(search)", method: .get) {
                    #expect($0.text.contains("\"total\":\(total)"))
                }
            }
        }
    }

    @Test func `an unknown path is answered by that of the only track, unless reading takes a token`() async throws {
        let served = try await ServedLibrary()
        let library = try StoryboardLibrary.single(at: served.folder.path("library/film"))
        var settings = ServerSettings()
        for (reading, advice) in [
            (ServerSettings.Reading.public, "the track is /storyboards/film/thumbnails.vtt."),
            (.token, "/storyboards/ID/thumbnails.vtt is a track, and GET /storyboards lists the ids."),
        ] {
            settings.reading = reading
            settings.token = reading == .token ? "secret" : nil
            let application = try buildApplication(library: library, settings: settings, logger: .silent)
            try await application.test(.router) { client in
                try await client.execute(uri: "/thumbnails.vtt", method: .get) {
                    #expect($0.status == .notFound)
                    #expect($0.errorMessage == "There is nothing at this path; \(advice)")
                }
            }
        }
    }

    @Test func `refuses removals and submissions`() async throws {
        let served = try await ServedLibrary()
        let library = try StoryboardLibrary.single(at: served.folder.path("library/film"))
        let before = try served.folder.contents(of: "library/film")
        await #expect(throws: MosaicError.self) { try await library.remove(served.id) }
        await #expect(throws: MosaicError.self) {
            try await library.catalog.submit(
                JobRequest(id: served.id, source: ScreenshotSource(folder: "/")))
        }
        #expect(try served.folder.contents(of: "library/film") == before)
    }

    @Test func `a folder without a storyboard is named as such`() throws {
        let folder = TemporaryFolder()
        let error = #expect(throws: MosaicError.self) { try StoryboardLibrary.single(at: folder.path) }
        #expect(error?.code == .notFound)
    }
}
