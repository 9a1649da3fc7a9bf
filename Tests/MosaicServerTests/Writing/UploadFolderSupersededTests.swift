import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct UploadFolderSupersededTests {
    private let film = StoryboardID(naming: "film")

    @Test func `the URL of a screenshot that another one took the place of holds, though it is composed no more`()
        async throws
    {
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

    @Test func `what is superseded goes when its time is over, and nothing else does`() async throws {
        let work = try ServedWork()
        let (library, uploads) = (work.library, try UploadFolder(library: work.folder.path("library")))
        let begin = Date(timeIntervalSince1970: 2_000_000)
        func keep(_ name: String, after seconds: Double, keepingOld: Int = 100) async throws -> [String] {
            let file = try uploads.incoming()
            try file.write([1])
            let name = ChapterFile(try #require(ScreenshotName(name)), .jpeg)
            let kept = try uploads.keep(file, as: name, of: film)
            try await library.supersedeScreenshots(
                kept.superseded, of: film, keepingOld: keepingOld, now: begin.addingTimeInterval(seconds))
            return kept.superseded
        }
        func superseded(after seconds: Double) async throws -> [String] {
            try await library.collect(keepingOld: 100, now: begin.addingTimeInterval(seconds))
            let names = (try? work.folder.names(in: "library/film/.mosaic-screenshots")) ?? []
            return names.filter { !$0.hasPrefix(".") }
        }
        #expect(try await keep("ch1_1s.jpg", after: 0).isEmpty)
        #expect(try await keep("ch2_1s.jpg", after: 0).isEmpty)
        #expect(try await keep("ch1_2s.jpg", after: 10) == ["ch1_1s.jpg"])
        #expect(try await keep("ch1_3s.jpg", after: 20) == ["ch1_2s.jpg"])
        #expect(try await superseded(after: 109) == ["2000010-ch1_1s.jpg", "2000020-ch1_2s.jpg"])
        #expect(try await superseded(after: 119) == ["2000020-ch1_2s.jpg"])
        #expect(try await superseded(after: 121).isEmpty)
        #expect(!work.folder.holds("library/film/.mosaic-screenshots"))
        #expect(work.uploads() == ["ch1_3s.jpg", "ch2_1s.jpg"])
        // Without a time to wait for, it goes at once.
        #expect(try await keep("ch2_2s.jpg", after: 200, keepingOld: 0) == ["ch2_1s.jpg"])
        #expect(!work.folder.holds("library/film/.mosaic-screenshots"))
        #expect(work.uploads() == ["ch1_3s.jpg", "ch2_2s.jpg"])
    }
}
