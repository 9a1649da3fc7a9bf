import Foundation
import ScrubFixtures
import ScrubPreview
import Testing

@testable import AssetThumbnailsCompatibility

/// Records the calls of its delegate methods.
@MainActor private final class Listener: ThumbnailsDelegate {
    var preparedCount = 0
    var failures: [ThumbnailError] = []

    func prepared() { preparedCount += 1 }
    func failed(error: ThumbnailError, message: String) {
        #expect(message == error.description)
        failures.append(error)
    }

    func outcome() async {
        while preparedCount == 0, failures.isEmpty { await Task.yield() }
    }
}

@MainActor @Suite struct ThumbnailDownloaderTests {
    private func failure(_ asset: ServedAsset) async -> ThumbnailError? {
        let listener = Listener()
        let downloader = AssetThumbnails(options: .init())
        downloader.prepareThumbnails(delegate: listener, url: asset.url)
        await listener.outcome()
        #expect(listener.preparedCount == 0)
        #expect(downloader.thumbnails() == nil)
        return listener.failures.first
    }

    @Test func `pictures of any type are made, and each sheet is downloaded once before that`() async throws {
        let asset = try ServedAsset()
        let listener = Listener()
        let downloader = ThumbnailDownloader<Int> { $0.bytes.count }
        downloader.prepareThumbnails(delegate: listener, url: asset.url)
        #expect(downloader.thumbnails() == nil)
        await listener.outcome()
        #expect(asset.server.requests.map(\.path) == ["/thumbs.vtt", "/0.jpg", "/1.jpg"])
        let thumbnails = try #require(downloader.thumbnails())
        #expect(thumbnails.startTimes == (0..<8).map { $0 * 10_000 })
        #expect(thumbnails.thumbnailDictionary[30_000] == DrawnSheet.picture(seed: 3).count)
        #expect(downloader.thumbnails() == nil)
    }

    @Test func `no more than 150 come back`() async throws {
        let text = (0..<400).reduce("WEBVTT\n") {
            let stamp = "0\($1 / 60):\($1 % 60 < 10 ? "0" : "")\($1 % 60)"
            return $0 + "\n\(stamp).000 --> \(stamp).900\n0.jpg#xywh=0,0,64,48\n"
        }
        let asset = try ServedAsset(track: LoopbackAnswer(text))
        let listener = Listener()
        let downloader = AssetThumbnails()
        downloader.prepareThumbnails(delegate: listener, url: asset.url)
        await listener.outcome()
        let thumbnails = try #require(downloader.thumbnails())
        #expect(thumbnails.startTimes.count == 150)
        #expect(thumbnails.thumbnailDictionary.count == 150)
        #expect(thumbnails.startTimes.first == 0)
        #expect(thumbnails.startTimes.last == 399_000)
    }

    @Test func `more bytes than the budget are refused instead of held`() async throws {
        var options = ThumbnailTrack.Options()
        options.byteBudget = 6 * DrawnSheet.picture(seed: 3).count
        let listener = Listener()
        let asset = try ServedAsset()
        let downloader = ThumbnailDownloader<Int>(options: options) { $0.bytes.count }
        downloader.prepareThumbnails(delegate: listener, url: asset.url)
        await listener.outcome()
        #expect(downloader.thumbnails() == nil)
        #expect(listener.failures.map(\.subject) == ["thumbnails"])
    }

    @Test func `equal and endless start times are one thumbnail each`() async throws {
        let track = LoopbackAnswer(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n0.jpg#xywh=0,0,64,48\n\n00:01.000 --> 00:02.000\n0.jpg#xywh=64,0,64,48\n"
                + "\n9999:00:00.000 --> 9999:00:01.000\n0.jpg#xywh=128,0,64,48\n\n9999:00:01.000 --> 9999:00:02.000\n0.jpg"
        )
        let listener = Listener()
        let asset = try ServedAsset(track: track)
        let downloader = AssetThumbnails()
        downloader.prepareThumbnails(delegate: listener, url: asset.url)
        await listener.outcome()
        let thumbnails = try #require(downloader.thumbnails())
        #expect(thumbnails.startTimes == [1000, .max])
        #expect(thumbnails.thumbnailDictionary[1000]?.bytes == DrawnSheet.picture(seed: 0))
        #expect(thumbnails.thumbnailDictionary[.max]?.bytes == DrawnSheet.picture(seed: 2))
    }

    @Test func `failures of download, parsing and image have different codes`() async throws {
        #expect(try await failure(ServedAsset(track: .status(404)))?.code == .download)
        #expect(try await failure(ServedAsset(track: LoopbackAnswer("no track")))?.code == .parsing)
        #expect(try await failure(ServedAsset(sheet: .status(403)))?.code == .download)
        let noPicture = try await failure(ServedAsset(sheet: LoopbackAnswer("<html>")))
        #expect(noPicture?.code == .image)
        #expect(noPicture?.subject == "1.jpg")
        let small = try LoopbackAnswer(DrawnSheet.sheet(seeds: 0..<1, columns: 1))
        #expect(try await failure(ServedAsset(sheet: small))?.code == .image)
    }

    @Test func `a second preparation takes the place of the first`() async throws {
        let silent = try ServedAsset(track: LoopbackAnswer(manner: .silent))
        let asset = try ServedAsset()
        let (first, second) = (Listener(), Listener())
        let downloader = AssetThumbnails()
        downloader.prepareThumbnails(delegate: first, url: silent.url)
        while silent.server.requests.isEmpty { await Task.yield() }
        downloader.prepareThumbnails(delegate: second, url: asset.url)
        await second.outcome()
        #expect(second.preparedCount == 1)
        #expect(first.preparedCount + first.failures.count == 0)
        #expect(downloader.thumbnails()?.startTimes.count == 8)
    }

    @Test func `neither delegate nor downloader is kept alive by a preparation`() async throws {
        let asset = try ServedAsset(track: LoopbackAnswer(manner: .silent))
        weak var goneListener: Listener?
        weak var goneDownloader: AssetThumbnails?
        do {
            let listener = Listener()
            let downloader = AssetThumbnails()
            downloader.prepareThumbnails(delegate: listener, url: asset.url)
            (goneListener, goneDownloader) = (listener, downloader)
            while asset.server.requests.isEmpty { await Task.yield() }
        }
        #expect(goneListener == nil)
        #expect(goneDownloader == nil)
    }

    @Test func `the interface's two spellings of the downloader are one type`() {
        let downloader: AssetThumnbails = AssetThumbnails()
        downloader.reset()
        #expect(downloader.thumbnails() == nil)
    }
}
