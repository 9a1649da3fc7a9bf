import Foundation
import TiledJPEG
package import WebVTT

/// A preview page whose scrub bar is moved, beside the track of the same storyboard.
package struct PreviewScrubbing {
    /// Any channel of any pixel differs at most this much: two builds of libjpeg-turbo, and the page's compositor.
    package static let tolerance = 4
    /// Pixels along the edges of the picture on the page that are its rounded corners'.
    private static let margin = 8

    private let browser: Browser
    private let track: CueTrack
    private let index: TimeIndex
    private let sheet: (String) throws -> [UInt8]
    private let bar: [String: Double]
    private let folder = TemporaryFolder()

    /// - Parameter sheet: The bytes of a sheet by its URL in the track.
    package init(_ browser: Browser, track: CueTrack, sheet: @escaping (String) throws -> [UInt8]) throws {
        self.browser = browser
        self.track = track
        self.sheet = sheet
        index = TimeIndex(track)
        bar =
            try browser.evaluate("document.getElementById('bar').getBoundingClientRect().toJSON()")
            as? [String: Double] ?? [:]
        try browser.evaluate("addEventListener('pointermove', event => { window.pointed = event.clientX; }, true)")
    }

    /// Puts a time into the page's address; returns the first fault of the page, `nil` for none.
    package func fault(addressing milliseconds: Int64) throws -> String? {
        try browser.evaluate("location.hash = 't=' + \(milliseconds) / 1000")
        // The page hears of it after this script.
        try browser.wait(until: "position === Math.min(\(milliseconds), length)")
        return try fault(at: milliseconds)
    }

    /// Moves the pointer along the bar to a part of its length, 0...1.
    package func fault(pointingAt part: Double) throws -> String? {
        guard let left = bar["left"], let width = bar["width"], let top = bar["top"], let height = bar["height"] else {
            return "there is no bar"
        }
        try browser.movePointer(x: left + part * (width - 1), y: top + height / 2)
        guard let pointed = try browser.evaluate("window.pointed") as? Double,
            let length = try browser.evaluate("length") as? Double
        else { return "the pointer is nowhere" }
        return try fault(at: Int64(max(0, pointed - left) / width * length))
    }

    private func fault(at milliseconds: Int64) throws -> String? {
        guard let expected = index.lookup(Timestamp(milliseconds: milliseconds), policy: .hold),
            let payload = CuePayload(parsing: track.cues[expected].text), let fragment = payload.fragment,
            let shown = try browser.evaluate("({ ...document.getElementById('picture').dataset })") as? [String: String]
        else { return "at \(milliseconds) ms: nothing is shown" }
        let tile = [
            "index": "\(expected)", "sheet": payload.url, "startMs": "\(track.cues[expected].start.milliseconds)",
            "x": "\(fragment.x)", "y": "\(fragment.y)", "width": "\(fragment.width)", "height": "\(fragment.height)",
        ]
        for (name, value) in tile where shown[name] != value {
            return "at \(milliseconds) ms: \(name) is \(shown[name] ?? "missing") and not \(value)"
        }
        let rect = PixelRect(x: fragment.x, y: fragment.y, width: fragment.width, height: fragment.height)
        // The compositor of a busy machine is frames behind the page: what counts is what comes to be seen.
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let difference = try difference(from: payload.url, rect)
            if difference <= Self.tolerance { return nil }
            guard ContinuousClock.now < deadline else {
                return "at \(milliseconds) ms: the picture differs by \(difference)"
            }
        }
    }

    /// Difference between the picture on the page and a rectangle of a sheet decoded by libjpeg.
    private func difference(from url: String, _ rect: PixelRect) throws -> Int {
        // A background is drawn when its sheet has been fetched and decoded.
        try browser.evaluate(
            """
            (async () => {
              const image = new Image();
              image.src = '\(url)';
              await image.decode();
              await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            })()
            """)
        guard
            let place = try browser.evaluate("document.getElementById('picture').getBoundingClientRect().toJSON()")
                as? [String: Double], let x = place["x"], let y = place["y"]
        else { throw Browser.Failure(reason: "There is not a picture on the page.") }
        guard place["width"] == Double(rect.width), place["height"] == Double(rect.height) else {
            throw Browser.Failure(reason: "The picture is \(place), and the tile \(rect).")
        }
        let margin = Self.margin
        let inner = PixelRect(
            x: rect.x + margin, y: rect.y + margin, width: rect.width - 2 * margin, height: rect.height - 2 * margin)
        let shot = try browser.picture(
            x: x + Double(margin), y: y + Double(margin), width: Double(inner.width), height: Double(inner.height))
        guard let seen = try SheetPixels(path: folder.write(shot, to: "shot.png"), size: inner.size),
            let decoded = SheetPixels(jpeg: try sheet(url))
        else { throw Browser.Failure(reason: "A picture cannot be decoded.") }
        return zip(seen.rgb, decoded.part(inner)).map { abs(Int($0) - Int($1)) }.max() ?? 255
    }
}
