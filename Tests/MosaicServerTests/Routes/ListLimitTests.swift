import CatalogContract
import Foundation
import Hummingbird
import HummingbirdTesting
import Mosaic
import Synchronization
import TestSupport
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
        let gate = Gate()
        let singleJobs = Mutex(0)
        let catalog = InterceptedCatalog(
            catalog: work.library.catalog, beforeEntries: { if $0.limit > 100 { await gate.wait() } },
            beforeJob: { singleJobs.withLock { $0 += 1 } })
        let library = StoryboardLibrary(store: work.library.store, catalog: catalog)
        let server = try buildApplication(library: library, settings: ServerSettings(), logger: .silent)
        try await server.test(.router) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 { group.addTask { try await client.get("/storyboards?limit=1000").status.code } }
                #expect(try await work.comes { gate.waiting == 2 })
                for path in ["/storyboards", "/storyboards?limit=100", "/jobs"] {
                    #expect(try await client.get(path).status == .ok)
                }
                #expect(gate.waiting == 2)
                gate.open()
                for try await status in group { #expect(status == 200) }
            }
            #expect(singleJobs.withLock(\.self) == 0)
        }
    }
}
