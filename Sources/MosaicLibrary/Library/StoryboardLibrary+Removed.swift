package import Mosaic

extension StoryboardLibrary {
    /// The removed storyboards that a text names and that can be restored: by title, else by the beginning of their ids.
    ///
    /// - Throws: Errors of the catalog and of the store.
    package func removed(named name: String) async throws -> [StoryboardID] {
        let now = try await catalog.now()
        var last: RetiredStoryboard?
        var (titled, begun): ([StoryboardID], [StoryboardID]) = ([], [])
        while true {
            let page = try await catalog.retired(until: now, after: last, limit: CatalogQuery.maximumLimit)
            for id in page.map(\.id) where try await wasRemoved(id) {
                if id.rawValue.hasPrefix(name) { begun.append(id) }
                let record = try? await StoryboardPublisher(of: id, in: store).retiredRecord()
                if record?.title == name { titled.append(id) }
            }
            last = page.last
            guard page.count == CatalogQuery.maximumLimit else { return titled.isEmpty ? begun : titled }
        }
    }
}
