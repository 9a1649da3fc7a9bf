import Foundation
import Hummingbird
import HummingbirdTesting
import Mosaic
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct ListLimitTests {
    @Test func `long lists wait for each other, short ones never; no job is read by itself`() async throws {
        let work = try ServedWork()
        for id in ["one", "two"] {
            _ = try await work.library.catalog.submit(
                JobRequest(id: StoryboardID(naming: id), source: ScreenshotSource(folder: "/films")))
        }
        let catalog = GatedCatalog(work.library.catalog)
        let library = StoryboardLibrary(store: work.library.store, catalog: catalog)
        let server = try buildApplication(library: library, settings: ServerSettings(), logger: .silent)
        try await server.test(.router) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 { group.addTask { try await client.get("/storyboards?limit=1000").status.code } }
                #expect(try await work.comes { catalog.waiting == 2 })
                for path in ["/storyboards", "/storyboards?limit=100", "/jobs"] {
                    #expect(try await client.get(path).status == .ok)
                }
                #expect(catalog.waiting == 2)
                catalog.open()
                for try await status in group { #expect(status == 200) }
            }
            #expect(catalog.singleJobs == 0)
        }
    }
}
