import WebVTT

extension ScreenshotListing {
    /// The same listing without a last screenshot at or after the end of the film; that one is reported as skipped.
    ///
    /// ffmpeg's `fps` filter rounds the last frame up to a time after the film's end. That concerns one frame at most;
    /// where more are past the end, interval or duration are wrong, which the layout reports.
    func withoutSurplus(duration: Timestamp) -> ScreenshotListing {
        guard let last = screenshots.last, last.time >= duration,
            screenshots.dropLast().last.map({ $0.time < duration }) ?? false
        else { return self }
        let reason = "Its time, \(last.time), is not before the film's end at \(duration)."
        return replacing(screenshots.dropLast(), alsoSkipping: [SkippedFile(name: last.name, reason: reason)])
    }
}
