import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary

struct ChapterIndexTests {
    private let folder = TemporaryFolder()
    private let store: FolderStore
    private let index = ChapterIndex()
    private let film = StoryboardID(naming: "film")

    init() throws {
        store = FolderStore(path: folder.path)
        try folder.makeFolder("film")
    }

    private func revision() async throws -> String? { try await store.revision(of: ObjectKey(film)) }

    /// Stores a file as an upload does; the others of its chapter.
    private func add(_ text: String, tellsRevision: Bool = true) async throws -> [String] {
        let before = try await revision()
        try await store.put(ObjectKey(film).appending(text), [1])
        let after = tellsRevision ? try await revision() : nil
        let name = try #require(ScreenshotName(text))
        let format = text.hasSuffix(".png") ? ChapterFile.Format.png : .jpeg
        return try await index.others(than: ChapterFile(name, format), of: film, before: before, after: after) {
            try folder.names(in: "film")
        }.sorted()
    }

    @Test func `a storyboard's files are listed once for any number of uploads`() async throws {
        for number in 0..<200 { #expect(try await add("ch\(number)_\(number)s.jpg").isEmpty) }
        #expect(index.listings == 1)
        // Again, at another time and in another format.
        #expect(try await add("ch7_7s.jpg").isEmpty)
        #expect(try await add("ch7_8s.jpg") == ["ch7_7s.jpg"])
        #expect(try await add("ch7_7s.png") == ["ch7_7s.jpg", "ch7_8s.jpg"])
        #expect(index.listings == 1)
    }

    @Test func `a removed file is not listed for its chapter`() async throws {
        _ = try await add("ch1_1s.jpg")
        #expect(try await add("ch1_2s.jpg") == ["ch1_1s.jpg"])
        try folder.remove("film/ch1_1s.jpg")
        index.remove(["ch1_1s.jpg"], ofChapter: 1, of: film, after: try await revision())
        #expect(try await add("ch1_3s.jpg") == ["ch1_2s.jpg"])
        #expect(index.listings == 1)
    }

    @Test func `files added by another program are listed again`() async throws {
        _ = try await add("ch1_1s.jpg")
        let known = try await revision()
        // The file system's clock goes in steps.
        while try await revision() == known {
            try folder.write([1], to: "film/ch2_1s.jpg")
            try folder.write([1], to: "film/ch2_0001s.jpeg")
            try folder.remove("film/ch2_1s.jpg")
        }
        #expect(try await add("ch2_2s.jpg") == ["ch2_0001s.jpeg"])
        #expect(index.listings == 2)
    }

    @Test func `where the store tells no revision, files are listed each time`() async throws {
        #expect(try await add("ch1_1s.jpg", tellsRevision: false).isEmpty)
        try folder.write([1], to: "film/ch1_2s.jpg")
        #expect(try await add("ch1_3s.jpg", tellsRevision: false) == ["ch1_1s.jpg", "ch1_2s.jpg"])
        #expect(index.listings == 2)
    }
}
