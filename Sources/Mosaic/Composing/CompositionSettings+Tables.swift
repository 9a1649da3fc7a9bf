import Raster

extension CompositionSettings {
    /// The settings with the tables of the earlier publication, or with the newest where there is none.
    ///
    /// Tiles of different tables cannot share a sheet, so a storyboard that grows keeps its own.
    /// - Throws: `invalidSettings` where other tables are requested.
    func settlingTables(after earlier: Storyboard?) throws -> Self {
        guard encoding.format == .jpeg else { return self }
        let recorded = earlier?.encoding.tables
        if let recorded, let requested = encoding.tables, requested != recorded {
            throw MosaicError(
                .invalidSettings, Storyboard.recordName,
                "The storyboard has tiles with the tables \(recorded.rawValue), not \(requested.rawValue); --regrid changes "
                    + "that.")
        }
        var settled = self
        settled.encoding.tables = recorded ?? encoding.tables ?? .newest
        return settled
    }
}
