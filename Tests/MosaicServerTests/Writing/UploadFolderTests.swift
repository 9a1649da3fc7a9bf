import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct UploadFolderTests {
    private let film = StoryboardID(naming: "film")

    @Test func `what an old server left coming in goes after a day, and what comes in now stays`() throws {
        let folder = try TemporaryFolder()
        let uploads = try UploadFolder(library: folder.path)
        let file = try uploads.incoming()
        try folder.write([1], to: ".mosaic-incoming/old", modified: Date().timeIntervalSince1970 - 90_000)
        #expect(try folder.names(in: ".mosaic-incoming").count == 2)
        uploads.discardLeftovers()
        #expect(try folder.names(in: ".mosaic-incoming").count == 1 && !folder.holds(".mosaic-incoming/old"))
        withExtendedLifetime(file) {}
    }

    @Test func `a file that nobody keeps is gone, and a kept one has every byte`() throws {
        let folder = try TemporaryFolder()
        let uploads = try UploadFolder(library: folder.path)
        let name = ChapterFile(try #require(ScreenshotName("ch1_4s.jpg")), .jpeg)
        do {
            try uploads.incoming().write([1, 2, 3])
        }
        #expect(try folder.names(in: ".mosaic-incoming").isEmpty)
        let file = try uploads.incoming()
        try file.write([1, 2])
        try file.write([3])
        #expect(try !uploads.keep(file, as: name, of: film).isReplaced)
        #expect(try folder.read("film/screenshots/ch1_4s.jpg") == [1, 2, 3])
        #expect(try folder.names(in: ".mosaic-incoming").isEmpty)
    }

    @Test func `a source is the storyboard's uploads wherever the library lay`() throws {
        let folder = try TemporaryFolder()
        let uploads = try UploadFolder(library: folder.path)
        #expect(ScreenshotSource(folder: uploads.path(of: film)).isUploads(of: film))
        #expect(ScreenshotSource(folder: "/before/film/screenshots").isUploads(of: film))
        #expect(!ScreenshotSource(folder: "/before/other/screenshots").isUploads(of: film))
        #expect(!ScreenshotSource(folder: "/before/film").isUploads(of: film))
        #expect(!ScreenshotSource(folder: uploads.path(of: film), list: "times.csv").isUploads(of: film))
    }

    @Test func `a job from before the library was moved finds its uploads again`() async throws {
        let work = try ServedWork()
        var request = JobRequest(id: film, source: ScreenshotSource(folder: "/before/film/screenshots"))
        request.expected = .count(1)
        _ = try await work.library.catalog.submit(request, now: Date())
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

extension UploadFolder {
    /// A new file, while this process may have one.
    func incoming() throws -> IncomingFile { try incoming(#require(DescriptorBudget.ofProcess.file())) }
}
