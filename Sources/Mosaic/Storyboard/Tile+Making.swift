extension Tile {
    /// Joins what was known before, where the tile lies, and what became of the screenshot.
    init(screenshot: Screenshot, placement: StoryboardLayout.Placement, record: TileRecord) {
        time = screenshot.time
        start = placement.start
        end = placement.end
        sheet = placement.sheet
        rect = placement.rect
        chapter = screenshot.chapter
        title = screenshot.title
        state = record.state
        reason = record.reason
        source = record.source
    }
}
