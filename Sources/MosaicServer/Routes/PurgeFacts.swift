import Mosaic
import MosaicLibrary

/// Deleted objects, as URLs that caches elsewhere should drop.
struct PurgeFacts: Encodable {
    private let storyboard: StoryboardID
    /// A star at the end stands for all URLs with that beginning.
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
                // Tiles that are cut from sheets have names of their own.
                urls.formUnion([base + "poster.jpg*", base + "tile.jpg*", base + "tiles/*"])
                continue
            }
            urls.insert(kept + file)
        }
        self.urls = urls.sorted()
    }
}
