extension ScreenshotListing {
    /// The same without the screenshots whose names are to be left out.
    package func excluding(_ isExcluded: (String) -> Bool) -> ScreenshotListing {
        ScreenshotListing(screenshots.filter { !isExcluded($0.name) }, skipped: skipped, remarks: remarks)
    }
}
