import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

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
        #expect(try work.folder.names(in: "library/.mosaic-superseded") == ["film"])
    }

    @Test func `what is superseded goes when its time is over, and nothing else does`() throws {
        let folder = try TemporaryFolder()
        let uploads = try UploadFolder(library: folder.path)
        let begin = Date()
        func keep(_ name: String, after seconds: Double, keepingOld: Int = 100) throws -> Bool {
            let file = try uploads.incoming()
            try file.write([1])
            let name = ChapterFile(try #require(ScreenshotName(name)), .jpeg)
            return try uploads.keep(
                file, as: name, of: film, keepingOld: keepingOld, now: begin.addingTimeInterval(seconds))
        }
        func superseded(after seconds: Double) throws -> Int {
            try uploads.collectSuperseded(keepingOld: 100, now: begin.addingTimeInterval(seconds))
            return try uploads.setAside(of: film).reduce(0) {
                $0 + (try FileManager.default.contentsOfDirectory(atPath: $1).count)
            }
        }
        #expect(try !keep("ch1_1s.jpg", after: 0) && !keep("ch2_1s.jpg", after: 0))
        #expect(try keep("ch1_2s.jpg", after: 10) && keep("ch1_3s.jpg", after: 20))
        #expect(try superseded(after: 20) == 2)
        #expect(try superseded(after: 119) == 2 && folder.names(in: ".mosaic-superseded") == ["film"])
        #expect(try superseded(after: 121) == 0 && folder.names(in: ".mosaic-superseded").isEmpty)
        #expect(try folder.names(in: "film/screenshots") == ["ch1_3s.jpg", "ch2_1s.jpg"])
        // Without a time to wait for, it goes at once.
        #expect(try keep("ch2_2s.jpg", after: 200, keepingOld: 0))
        #expect(try superseded(after: 200) == 0 && folder.names(in: ".mosaic-superseded").isEmpty)
    }
}
