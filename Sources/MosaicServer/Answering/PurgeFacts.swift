import Mosaic
import MosaicLibrary

/// What was removed at once, as URLs that caches elsewhere have to forget.
struct PurgeFacts: Encodable {
    private let storyboard: StoryboardID
    /// Where a star ends one, everything that begins like it.
    private let urls: [String]

    init(_ purged: PurgedObjects, _ urls: URLBuilder) {
        storyboard = purged.id
        let base = urls.absolute(purged.id) ?? urls.path(of: purged.id)
        let kept = (urls.origin ?? "") + urls.prefix + "/chapter-screenshots/\(purged.id)/"
        var urls: Set<String> = []
        for name in purged.names {
            urls.insert(base + name)
            if let url = purged.foreignURL(of: name) { urls.insert(url) }
            guard let file = name.split(separator: "/").last, name.contains("/") else {
                // Tiles are cut from sheets under names of their own.
                urls.formUnion([base + "tile.jpg*", base + "tiles/*"])
                continue
            }
            urls.insert(kept + file)
        }
        self.urls = urls.sorted()
    }
}
