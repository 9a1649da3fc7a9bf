import WebVTT

extension ScreenshotListing {
    /// The same without a last screenshot of the film's very end or later, which is named among those left aside.
    ///
    /// ffmpeg's `fps` filter rounds the last frame up to a time that no part of the film shows. Only one can be such:
    /// where more lie past the end, interval or duration are wrong, and the layout says so.
    func withoutSurplus(duration: Timestamp) -> ScreenshotListing {
        guard let last = screenshots.last, last.time >= duration,
            screenshots.dropLast().last.map({ $0.time < duration }) ?? false
        else { return self }
        let reason = "Its time, \(last.time), is not before the film's end at \(duration)."
        return ScreenshotListing(
            screenshots.dropLast(), skipped: skipped + [SkippedFile(name: last.name, reason: reason)], remarks: remarks)
    }
}
