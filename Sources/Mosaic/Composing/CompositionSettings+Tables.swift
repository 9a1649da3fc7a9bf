import Raster

extension CompositionSettings {
    /// The settings with the tables of the earlier publication, or with the newest tables without one; PNG has none.
    ///
    /// Tiles of different tables cannot share a sheet, so a storyboard that grows keeps its own.
    /// - Throws: `invalidSettings` where other tables are requested.
    func settlingTables(after earlier: Storyboard?) throws -> Self {
        var settled = self
        guard encoding.format == .jpeg else {
            settled.encoding.tables = nil
            return settled
        }
        let recorded = earlier?.encoding.tables
        if let recorded, let requested = encoding.tables, requested != recorded {
            throw MosaicError(
                .invalidSettings, Storyboard.recordName,
                "The storyboard has tiles with the tables \(recorded.rawValue), not \(requested.rawValue); --regrid changes "
                    + "that.")
        }
        settled.encoding.tables = recorded ?? encoding.tables ?? .newest
        return settled
    }
}
