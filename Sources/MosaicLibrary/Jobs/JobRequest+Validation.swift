import Mosaic

extension JobRequest {
    /// Checks all that can be checked before screenshots arrive.
    ///
    /// - Throws: `invalidSettings`.
    public func validate() throws {
        try settings.validate()
        for (name, seconds) in [
            ("arrival_timeout_s", arrivalTimeout), ("settle_s", settle), ("keep_old_s", keepingOld),
        ] where seconds < 0 {
            throw MosaicError(.invalidSettings, name, "\(seconds) seconds are less than none.")
        }
        let isList = !(expected?.chapters.isEmpty ?? true)
        guard let expected else {
            guard missing == .absent else { throw Self.placeholdersWithoutList }
            return
        }
        guard expected.isValid else {
            throw MosaicError(
                .invalidSettings, "expected",
                "Not 1 to \(ExpectedChapters.maximumCount) chapters, each with an index of its own.")
        }
        guard isList || missing == .absent else { throw Self.placeholdersWithoutList }
        guard !isList || (source.interval == nil && source.list == nil) else {
            throw MosaicError(
                .invalidSettings, "expected", "Only files named ch{index}_{seconds}s.jpg tell which chapter they show.")
        }
    }

    private static var placeholdersWithoutList: MosaicError {
        MosaicError(
            .invalidSettings, "missing", "Placeholders stand at times; that takes a list of the expected chapters.")
    }
}
