import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct KnownSourcesTests {
    private let films: Films

    init() throws { films = try Films() }

    private func known() async throws -> KnownSources {
        let walk = try SourceTree(root: films.folder.path("films")).walk(passing: nil)
        return try await KnownSources(of: walk, interval: nil, start: .zero, in: films.library)
    }

    @Test func `a source with the name of another and other pictures has no storyboard`() async throws {
        try films.add("a")
        #expect(await films.run().map(\.outcome) == [.composed])
        try films.add("x/a", chapters: 1...2)
        let known = try await known()
        #expect(known.id(of: films.folder.path("films/x/a")) == nil)
        #expect(known.id(of: films.folder.path("films/a")) == films.id("a"))
    }
}
