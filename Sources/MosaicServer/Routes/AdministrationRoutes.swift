import Hummingbird
import Mosaic
import MosaicLibrary

/// `POST /admin/purge`: clears all caches.
struct AdministrationRoutes: Sendable {
    let cache: DocumentCache
    /// The screenshots in a bucket; nil where none are listed.
    let chapters: BucketChapterCache?

    func add(to routes: Routes) {
        routes.on([.post], "/admin/purge", .upkeep) { request, _ in
            try JSONRequest.refuseForms(request)
            return JSONResponse.json(VersionedDocument(["freed_bytes": cache.purge() + (chapters?.purge() ?? 0)]))
        }
    }
}
