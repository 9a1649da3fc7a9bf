import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct StoredUploadsTests {
    private let film = StoryboardID(naming: "film")

    @Test func `the URL of a replaced screenshot holds, though it is not composed any more`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            #expect(try await client.upload("ch1_9s.jpg", ServedWork.picture(2)).status == .ok)
            #expect(work.uploads() == ["ch1_9s.jpg"])
            for (name, number) in [("ch1_4s.jpg", 1), ("ch1_9s.jpg", 2)] {
                let read = try await client.get("/chapter-screenshots/film/\(name)")
                #expect(read.status == .ok && read.bytes == ServedWork.picture(number))
            }
            let listed = try await client.get("/geo/chapters/film/thumbnails").json?["thumbnails"] as? [String]
            #expect(listed?.count == 1 && listed?.first?.hasSuffix("/ch1_9s.jpg") == true)
        }
        #expect(try work.folder.names(in: "library/film/.mosaic-screenshots").count == 2)
    }

    @Test func `a job from before the library was moved finds its uploads again`() async throws {
        let work = try ServedWork()
        var request = JobRequest(id: film, source: ScreenshotSource(folder: "/before/film/screenshots"))
        request.expected = .count(1)
        _ = try await work.library.catalog.submit(request)
        try await work.ask { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            let isComplete = try await work.comes {
                try await work.library.catalog.job(of: film)?.state == .completed
            }
            #expect(isComplete)
        }
        #expect(try await work.library.storyboard(film)?.tiles.count == 1)
    }
}
