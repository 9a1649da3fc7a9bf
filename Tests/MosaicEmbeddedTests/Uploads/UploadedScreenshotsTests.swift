import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct UploadedScreenshotsTests {
    private let film = StoryboardID(naming: "film")
    private let begin = Date(timeIntervalSince1970: 2_000_000)
    private let folder = TemporaryFolder()
    private let library: StoryboardLibrary
    private let uploads: UploadedScreenshots

    init() throws {
        library = try .embedded(at: folder.makeFolder("library"))
        uploads = UploadedScreenshots(of: library)
    }

    private func name(_ text: String) throws -> ChapterFile {
        ChapterFile(try #require(ScreenshotName(text)), text.hasSuffix(".png") ? .png : .jpeg)
    }

    private func receive(_ text: String, _ parts: [[UInt8]] = [[1]]) async throws -> StagedObject {
        var rest = parts[...]
        return try await uploads.receive(name(text), of: film, limit: 100) { rest.popFirst() }
    }

    /// Uploads a screenshot; whether its chapter had one.
    @discardableResult
    private func add(_ text: String, after seconds: Double = 0, keepingOld: Int = 100) async throws -> Bool {
        try await uploads.publish(
            receive(text), as: name(text), of: film, keepingOld: keepingOld, now: begin.addingTimeInterval(seconds))
    }

    private func files() throws -> [String] { try folder.names(in: "library/film/screenshots") }

    private func retired() -> [String] {
        ((try? folder.names(in: "library/film/.mosaic-screenshots")) ?? []).filter { !$0.hasPrefix(".") }
    }

    @Test func `a discarded screenshot is deleted, and a published one has every byte`() async throws {
        await uploads.discard(try await receive("ch1_4s.jpg"))
        #expect(try folder.names(in: "library/.mosaic-incoming").isEmpty && !folder.holds("library/film"))
        let received = try await receive("ch1_4s.jpg", [[1, 2], [3]])
        let isReplaced = try await uploads.publish(
            received, as: name("ch1_4s.jpg"), of: film, keepingOld: 100, now: begin)
        #expect(!isReplaced)
        #expect(try folder.read("library/film/screenshots/ch1_4s.jpg") == [1, 2, 3])
        #expect(try folder.names(in: "library/.mosaic-incoming").isEmpty)
    }

    @Test func `one of several concurrent uploads of a name is the first`() async throws {
        for chapter in 1...8 {
            let text = "ch\(chapter)_4s.jpg"
            var received: [StagedObject] = []
            for number in 0..<8 { received.append(try await receive(text, [[UInt8(number)]])) }
            let name = try name(text)
            let firsts = try await withThrowingTaskGroup(of: Bool.self) { group in
                for object in received {
                    group.addTask {
                        try await !uploads.publish(object, as: name, of: film, keepingOld: 100, now: begin)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(firsts == 1)
        }
        #expect(try folder.names(in: "library/.mosaic-incoming").isEmpty)
    }

    @Test func `a source is recognized as the storyboard's uploads in a moved library`() {
        #expect(uploads.source(of: film).folder == folder.path("library/film/screenshots"))
        #expect(uploads.source(of: film).isUploads(of: film))
        #expect(ScreenshotSource(folder: "/before/film/screenshots").isUploads(of: film))
        #expect(!ScreenshotSource(folder: "/before/other/screenshots").isUploads(of: film))
        #expect(!ScreenshotSource(folder: "/before/film").isUploads(of: film))
        #expect(!ScreenshotSource(folder: uploads.source(of: film).folder, list: "times.csv").isUploads(of: film))
    }

    @Test func `only superseded screenshots are deleted, after their retention`() async throws {
        func superseded(after seconds: Double) async throws -> [String] {
            try await library.collect(keepingOld: 100, now: begin.addingTimeInterval(seconds))
            return retired()
        }
        #expect(try await !add("ch1_1s.jpg"))
        #expect(try await !add("ch2_1s.jpg"))
        #expect(try await add("ch1_2s.jpg", after: 10))
        #expect(try await add("ch1_3s.jpg", after: 20))
        #expect(try await superseded(after: 109) == ["2000010-ch1_1s.jpg", "2000020-ch1_2s.jpg"])
        #expect(try await superseded(after: 119) == ["2000020-ch1_2s.jpg"])
        #expect(try await superseded(after: 121).isEmpty)
        #expect(!folder.holds("library/film/.mosaic-screenshots"))
        #expect(try files() == ["ch1_3s.jpg", "ch2_1s.jpg"])
        // Without a time to wait for, it goes at once.
        #expect(try await add("ch2_2s.jpg", after: 200, keepingOld: 0))
        #expect(!folder.holds("library/film/.mosaic-screenshots"))
        #expect(try files() == ["ch1_3s.jpg", "ch2_2s.jpg"])
    }

    @Test func `a newer file of another program is not superseded and is the chapter's`() async throws {
        try folder.makeFolder("library/film/screenshots")
        let later = Date().timeIntervalSince1970 + 1_000
        try folder.write([2], to: "library/film/screenshots/ch1_0009s.jpeg", modified: later)
        try folder.write([3], to: "library/film/screenshots/notes.txt")
        #expect(try await !add("ch1_4s.jpg"))
        #expect(try await add("ch1_4s.jpg"))
        #expect(try files() == ["ch1_0009s.jpeg", "ch1_4s.jpg", "notes.txt"])
        #expect(try await uploads.names(of: film) == [try #require(ScreenshotName("ch1_9s.jpg"))])
        let open = try await uploads.open(#require(ScreenshotName("ch1_9s.jpg")), of: film)
        #expect(open?.name == "ch1_0009s.jpeg")
        #expect(try await open?.object.read(0..<9) == [2])
    }
}
