import Foundation
import MosaicFixtures
import Synchronization
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic
@testable import MosaicSystem

struct StoryboardComposerFolderTests {
    private let folder = TemporaryFolder()
    private var source: ScreenshotSource

    init() throws {
        source = try ScreenshotSource(folder)
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    @Test func `a folder becomes a track whose every cue shows its screenshot`() async throws {
        let screenshots = drawn(1...7)
        try source.add(screenshots)
        try await source.publish()
        #expect(FolderWitness.firstFault(in: folder.path("out")) == nil)
        let cues = try CueTrack(parsing: folder.read("out/thumbnails.vtt")).cues
        #expect(cues.map(\.start.milliseconds) == [0, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000])
        #expect(cues.last?.end == .openEnd)
        for (cue, screenshot) in zip(cues, screenshots) {
            let payload = try #require(CuePayload(parsing: cue.text))
            let fragment = try #require(payload.fragment)
            let pixels = try #require(SheetPixels(jpeg: folder.read("out/" + payload.url)))
            let rect = PixelRect(x: fragment.x, y: fragment.y, width: fragment.width, height: fragment.height)
            #expect(pixels.difference(from: screenshot, at: rect) < 12)
        }
    }

    @Test func `the same composition again touches no file`() async throws {
        try source.add(drawn(1...7))
        try source.settle()
        var publication = StoryboardComposer.Publication()
        publication.writesPreview = true
        func files() throws -> [FileStatus?] {
            try folder.names(in: "out").map { FileStatus(path: folder.path("out/" + $0)) }
        }
        try await source.publish(publication)
        let before = try files()
        #expect(before.count == 5)
        try await source.publish(publication)
        #expect(try files() == before)
    }

    @Test func `a storyboard that grew in any order is the one composed at once`() async throws {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = 0
        for number in [4, 1, 7, 2, 6, 3, 5] {
            try source.add(DrawnScreenshot(number: number))
            try await source.publish(into: "grown", publication)
        }
        try await source.publish(into: "fresh")
        let (grown, fresh) = try (folder.contents(of: "grown"), folder.contents(of: "fresh"))
        #expect(grown.keys.sorted() == fresh.keys.sorted())
        for (name, bytes) in fresh where name != "mosaic.json" { #expect(grown[name] == bytes, "\(name)") }
        let records = [grown, fresh].map { RecordText.withoutVersions($0["mosaic.json"] ?? []) }
        #expect(records[0] == records[1])
    }

    @Test func `compositions into one opened folder follow each other`() async throws {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = 0
        let opened = try StoryboardFolder(path: folder.path("out"), for: StoryboardID(naming: "film"))
        let composer = StoryboardComposer(settings: source.settings)
        try source.add(drawn(1...3))
        try source.settle()
        try await composer.compose(source.request(), into: opened, publication: publication)
        try source.add(drawn(4...5))
        try source.settle()
        let second = try await composer.compose(source.request(), into: opened, publication: publication)
        #expect(second.reusedTiles == 3)
        let sheets = Set(second.storyboard.sheets.map(\.name.rawValue))
        let shown = try folder.names(in: "out").filter { !$0.hasPrefix(".") }
        #expect(Set(shown) == sheets.union(["mosaic.json", "thumbnails.vtt"]), "no sheet of the first is left")
        #expect(FolderWitness.firstFault(in: folder.path("out")) == nil)
    }

    @Test func `a folder that went with a failed composition is not written again`() async throws {
        let opened = try StoryboardFolder(path: folder.path("out"), for: StoryboardID(naming: "film"))
        let composer = StoryboardComposer(settings: source.settings)
        try source.add([0xFF, 0xD8, 0xFF], number: 1)
        let failed = await failure { try await composer.compose(source.request(), into: opened) }
        #expect(failed?.code == .damaged)
        #expect(!folder.holds("out"))
        try source.add(drawn(1...2))
        let refused = await failure { try await composer.compose(source.request(), into: opened) }
        #expect(refused?.code == .refused)
        #expect(!folder.holds("out"))
        // What lies there next is another's, with all that it is writing.
        let other = try StoryboardFolder(path: folder.path("out"), for: StoryboardID(naming: "film"))
        try folder.write([1], to: "out/.mosaic-pending-thumbnails.vtt")
        #expect(await failure { try await composer.compose(source.request(), into: opened) }?.code == .refused)
        opened.abandon()
        #expect(try folder.names(in: "out") == [".mosaic-pending-thumbnails.vtt"])
        withExtendedLifetime(other) {}
    }

    @Test func `geometry stays until it is to be chosen anew`() async throws {
        var source = source
        source.settings.geometry = GeometryRequest()
        try source.add(drawn(1...2))
        #expect(try await source.publish().geometry.tile == PixelSize(width: 256, height: 144))
        try source.add((3...9).map { DrawnScreenshot(number: $0, size: PixelSize(width: 64, height: 48)) })
        #expect(try await source.publish().geometry.tile == PixelSize(width: 256, height: 144))
        let before = try folder.contents(of: "out")
        source.settings.geometry.width = 128
        #expect(await failure { try await source.publish() }?.code == .invalidSettings)
        #expect(try folder.contents(of: "out") == before)
        var regrid = StoryboardComposer.Publication()
        regrid.regrids = true
        #expect(try await source.publish(regrid).geometry.tile == PixelSize(width: 128, height: 96))
        source.settings.geometry.width = nil
        #expect(try await source.publish().geometry.tile == PixelSize(width: 128, height: 96))
    }

    @Test(arguments: SheetFormat.allCases)
    func `a failure leaves the old result untouched, or no files`(format: SheetFormat) async throws {
        var source = source
        source.settings.encoding.format = format
        try source.add(drawn(1...7))
        try await source.publish()
        let before = try folder.contents(of: "out")
        try source.add([1, 2, 3], number: 7)
        source.settings.isStrict = true
        #expect(await failure { try await source.publish() }?.code == .damaged)
        #expect(try folder.contents(of: "out") == before)
        #expect(await failure { try await source.publish(into: "new/deep") }?.code == .damaged)
        #expect(try folder.names() == ["out", "shots"])
    }

    @Test(arguments: [1, 4], SheetFormat.allCases)
    func `a cancelled composition leaves no files`(workers: Int, format: SheetFormat) async throws {
        var source = source
        source.settings.workers = workers
        source.settings.encoding.format = format
        try source.add(drawn(1...7))
        try await source.publish()
        try source.add(drawn(8...30))
        let before = try folder.contents(of: "out")
        for output in ["out", "new"] {
            let (start, continuation) = AsyncStream.makeStream(of: Void.self)
            let work = Mutex<Task<Storyboard, any Error>?>(nil)
            let task = Task { [source] in
                for await _ in start { break }
                return try await source.publish(into: output) { progress in
                    if progress.completed >= 10 { work.withLock { $0?.cancel() } }
                }
            }
            work.withLock { $0 = task }
            continuation.yield()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try folder.contents(of: "out") == before)
        #expect(try folder.names() == ["out", "shots"])
    }

    @Test func `the record has all facts of the track`() async throws {
        var source = source
        source.duration = Timestamp(milliseconds: 99_000)
        source.settings.track = TrackSettings(baseURL: "https://cdn.example/", maximumCues: 3)
        try source.add(drawn(1...7))
        let storyboard = try await source.publish()
        let read = try #require(try StoryboardFolder.storyboard(in: folder.path("out")))
        #expect(read == storyboard)
        #expect(try read.trackDocument() == folder.read("out/thumbnails.vtt"))
        #expect(read.tiles.count == 7, "thinning is a matter of the document")
        #expect(read.cueTrack().cues.count == 3)
    }
}
