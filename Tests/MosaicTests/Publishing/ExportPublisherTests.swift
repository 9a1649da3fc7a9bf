import Foundation
import MosaicFixtures
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import Mosaic

struct ExportPublisherTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")

    private var store: FolderStore { FolderStore(path: folder.path("library")) }

    private static func drawing(_ edition: Int, count: Int64 = 8) -> TiledStoryboard {
        TiledStoryboard(times: (0..<count).map { $0 * $0 * 1_000 }, titles: [0: "One"], edition: edition)
    }

    /// Publishes an edition as a composition does.
    private func publish(
        _ drawing: TiledStoryboard, _ request: ExportManifest.Request?, keepingOld: Int = 100, now: Int = 1_000
    ) async throws {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        let bytes = try drawing.sheetBytes()
        let storyboard = try drawing.storyboard(of: bytes)
        let place = try await StoryboardPublisher(of: id, in: store)
        var staged: [StagedObject] = []
        for (sheet, bytes) in zip(storyboard.sheets, bytes) {
            if let object = try await place.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try await place.publish(
            storyboard, sheets: staged, exports: request, keepingOld: keepingOld,
            now: Date(timeIntervalSince1970: TimeInterval(now)))
    }

    /// The files besides those that a publication without exports has.
    private func exported() throws -> Set<String> {
        Set(try folder.contents(of: "library/film").keys.filter { ExportPath($0) != nil })
    }

    private func expected(_ drawing: TiledStoryboard, _ exports: [Export]) async throws -> Set<String> {
        let source = try await drawing.source()
        var paths: Set<String> = []
        for export in exports {
            for file in try await export.files(of: source) where !file.isPublished(in: source.storyboards) {
                paths.insert(file.path)
                let bytes = try await file.bytes(from: source)
                #expect(try folder.read("library/film/" + file.path) == bytes, "\(file.path)")
            }
        }
        return paths
    }

    @Test func `exports are written beside the track, and again with every later publication`() async throws {
        try await publish(Self.drawing(1), ExportManifest.Request(Export.all))
        #expect(try await exported() == expected(Self.drawing(1), Export.all))
        try await publish(Self.drawing(2), nil, keepingOld: 0, now: 2_000)
        #expect(try await exported() == expected(Self.drawing(2), Export.all))
    }

    @Test func `files with a hash in their path stay as long as old sheets, others do not`() async throws {
        try await publish(Self.drawing(1), ExportManifest.Request([.hls, .bif]))
        let first = try await expected(Self.drawing(1), [.hls])
        try await publish(Self.drawing(2), ExportManifest.Request([.hls]), now: 1_050)
        let old = first.filter { ExportPath($0)?.isImmutable == true }
        #expect(!old.isEmpty)
        #expect(try await exported() == expected(Self.drawing(2), [.hls]).union(old))
        // What is used again is no longer retired.
        try await publish(Self.drawing(1), nil, now: 1_100)
        try await publish(Self.drawing(1), nil, keepingOld: 0, now: 1_200)
        #expect(try await exported() == expected(Self.drawing(1), [.hls]))
    }

    @Test func `an empty request removes the exports, and later publications write none`() async throws {
        try await publish(Self.drawing(1), ExportManifest.Request([.hls, .dash, .jellyfin]))
        try await publish(Self.drawing(1), ExportManifest.Request([Export]()), keepingOld: 0)
        #expect(try exported().isEmpty && !folder.holds("library/film/.mosaic-exports.json"))
        try await publish(Self.drawing(2), nil)
        #expect(try exported().isEmpty)
    }

    @Test func `an impossible export is left out with a reason`() async throws {
        var drawing = Self.drawing(1)
        drawing.titles = [:]
        try await publish(drawing, ExportManifest.Request([.chapters, .vidstack]))
        let manifest = try await ExportPublisher(in: store, folder: ObjectKey(id)).manifest()
        #expect(manifest?.refusals.map(\.name) == ["chapters"] && manifest?.files.map(\.rawValue) == ["vidstack.json"])
        try await publish(Self.drawing(1), nil)
        #expect(try exported() == ["chapters.ffmetadata", "chapters.vtt", "vidstack.json"])
    }

    @Test func `a foreign file stays, and the export with its name is refused`() async throws {
        try await publish(Self.drawing(1), nil)
        try folder.write(Array("mine".utf8), to: "library/film/hls.m3u8")
        try await publish(Self.drawing(1), ExportManifest.Request([.hls, .vidstack]))
        #expect(try folder.read("library/film/hls.m3u8") == Array("mine".utf8))
        #expect(try exported() == ["hls.m3u8", "vidstack.json"])
        try await publish(Self.drawing(1), ExportManifest.Request([Export]()))
        #expect(try folder.read("library/film/hls.m3u8") == Array("mine".utf8))
    }

    @Test func `a lost document is written again, and an unchanged publication writes nothing`() async throws {
        try await publish(Self.drawing(1), ExportManifest.Request([.hls]))
        try FileManager.default.removeItem(atPath: folder.path("library/film/images.m3u8"))
        try await publish(Self.drawing(1), nil)
        #expect(try await exported() == expected(Self.drawing(1), [.hls]))
        // A picture that is changed without its document shows whether it is written again.
        let path = try #require(try exported().first { $0.hasPrefix("tiles/") })
        try folder.write([7], to: "library/film/" + path)
        try await publish(Self.drawing(1), nil)
        #expect(try folder.read("library/film/" + path) == [7])
    }

    @Test func `a removal deletes them, restoring writes them again, and a purge leaves nothing`() async throws {
        try await publish(Self.drawing(1), ExportManifest.Request(Export.all))
        let now = Date(timeIntervalSince1970: 1_000)
        let place = try await StoryboardPublisher(of: id, in: store)
        let storyboard = try #require(place.previous)
        _ = try await place.beginRetirement(.removed, now: now)
        try await place.finishRetirement()
        #expect(try exported().isEmpty)
        try await StoryboardPublisher(of: id, in: store).restore(storyboard) {}
        #expect(try await exported() == expected(Self.drawing(1), Export.all))
        let restored = try await StoryboardPublisher(of: id, in: store)
        _ = try await restored.beginRetirement(.removed, now: now)
        try await restored.finishRetirement()
        _ = try await StoryboardPublisher(of: id, in: store).purge()
        #expect(!folder.holds("library/film"))
    }

    @Test(.thorough) func `a run that is killed leaves nothing that a later run does not know`() async throws {
        try await publish(Self.drawing(1), ExportManifest.Request(Export.all))
        for step in stride(from: 1, to: 400, by: 29) {
            let drawing = Self.drawing(1 + step)
            let storyboard = try await drawing.publish(in: store, ObjectKey(id))
            var journal = try await RetentionFolder(store: store, key: ObjectKey(id)).journal()
            _ = try? await ExportPublisher(in: FailingStore(store, at: step), folder: ObjectKey(id)).publish(
                storyboard, nil, journal: &journal, now: Date(timeIntervalSince1970: 1_000))
        }
        try await publish(Self.drawing(9), nil, keepingOld: 0, now: 2_000)
        #expect(try await exported() == expected(Self.drawing(9), Export.all))
    }

    @Test func `a manifest with other paths is not read`() {
        let request = ExportManifest.Request(
            [.hls], cadence: Timestamp(milliseconds: 500), duration: Timestamp(milliseconds: 9_000))
        let manifest = ExportManifest(
            request, revision: ContentHash(of: [1]),
            files: ["hls.m3u8", "160/images.m3u8"].compactMap(ExportPath.init),
            refusals: [ExportManifest.Refusal(name: "hls", reason: "\"No\".")])
        #expect(ExportManifest(parsing: manifest.encoded()) == manifest)
        let text = String(decoding: manifest.encoded(), as: UTF8.self)
        #expect(ExportManifest(parsing: Array(text.replacing("160/images.m3u8", with: "mosaic.json").utf8)) == nil)
        #expect(ExportManifest(parsing: Array(text.dropLast(3).utf8)) == nil)
    }
}
