import AssetThumbnailsCompatibility
import Foundation
import ScrubFixtures
import ScrubPreview
import Testing

/// The published sample's view controller, without its views.
@MainActor private final class ViewController {
    let thumbnailDownloader = AssetThumbnails()
    var thumbnailHelper: ThumbnailHelper?
    var thumbnailsEnabled = true
    var thumbnailsFailed = false
    let thumbnailURL: URL
    var painted: ThumbnailImage?
    var messages: [String] = []

    init(thumbnailURL: URL) { self.thumbnailURL = thumbnailURL }

    func viewDidAppear() {
        thumbnailDownloader.prepareThumbnails(delegate: self, url: self.thumbnailURL)
    }

    func timeSliderDidChange(to time: Float) {
        painted = thumbnailsEnabled ? thumbnailHelper?.findFor(time: time) : nil
    }

    func didReceiveMemoryWarning() {
        thumbnailDownloader.reset()

        thumbnailHelper = nil
        thumbnailsEnabled = false
        thumbnailsFailed = true
    }

    func viewWillDisappear() {
        thumbnailDownloader.reset()
    }

    /// Waits for the delegate to be called.
    func outcome() async {
        while messages.isEmpty { await Task.yield() }
    }
}

extension ViewController: ThumbnailsDelegate {
    func prepared() {
        messages.append("Thumbnails have been prepared")
        // swift-format-ignore: NeverForceUnwrap, the sample is as it was published.
        let thumbPair = thumbnailDownloader.thumbnails()!
        thumbnailHelper = ThumbnailHelper(
            imageMap: thumbPair.thumbnailDictionary,
            cues: thumbPair.startTimes)
    }

    func failed(error: ThumbnailError, message: String) {
        messages.append("Thumbnail error: \(message)")
        thumbnailsEnabled = false
        thumbnailsFailed = true
    }
}

@MainActor @Suite struct ViewControllerTests {
    @Test func `the published flow paints the closest subsequent thumbnail`() async throws {
        let asset = try ServedAsset()
        let controller = ViewController(thumbnailURL: asset.url)
        controller.timeSliderDidChange(to: 5)
        #expect(controller.painted == nil)
        controller.viewDidAppear()
        await controller.outcome()
        #expect(controller.messages == ["Thumbnails have been prepared"])
        for (time, seed) in [(0, 0), (0.5, 1), (10, 1), (10.5, 2), (69, 7), (70, 7), (500, 7), (-1, 0)]
            as [(Float, Int)]
        {
            controller.timeSliderDidChange(to: time)
            #expect(controller.painted?.bytes == DrawnSheet.picture(seed: seed), "\(time)")
        }
        controller.timeSliderDidChange(to: .nan)
        #expect(controller.painted == nil)
        controller.viewWillDisappear()
        // Taken once, gone for the downloader, and still the controller's.
        #expect(controller.thumbnailDownloader.thumbnails() == nil)
        controller.timeSliderDidChange(to: 0)
        #expect(controller.painted != nil)
    }

    @Test func `a memory warning drops everything, and the view can appear again`() async throws {
        let asset = try ServedAsset()
        let controller = ViewController(thumbnailURL: asset.url)
        controller.viewDidAppear()
        controller.didReceiveMemoryWarning()
        #expect(controller.thumbnailHelper == nil)
        controller.thumbnailsEnabled = true
        controller.viewDidAppear()
        await controller.outcome()
        // The first preparation told nothing.
        #expect(controller.messages == ["Thumbnails have been prepared"])
        controller.timeSliderDidChange(to: 20)
        #expect(controller.painted?.bytes == DrawnSheet.picture(seed: 2))
    }

    @Test func `a track that is an HTML page is a failure with a message`() async throws {
        let asset = try ServedAsset(track: LoopbackAnswer("<!DOCTYPE html><title>Portal"))
        let controller = ViewController(thumbnailURL: asset.url)
        controller.viewDidAppear()
        await controller.outcome()
        #expect(
            controller.messages == ["Thumbnail error: thumbs.vtt: It is an HTML page, not a WebVTT file."])
        #expect(controller.thumbnailsFailed)
        #expect(controller.thumbnailDownloader.thumbnails() == nil)
    }
}
