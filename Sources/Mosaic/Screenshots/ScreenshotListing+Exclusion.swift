extension ScreenshotListing {
    /// The same listing without the excluded names.
    package func excluding(_ isExcluded: (String) -> Bool) -> ScreenshotListing {
        replacing(screenshots.filter { !isExcluded($0.name) })
    }
}
