import HTTPTypes
import Hummingbird
import Mosaic

/// Screenshots in full size, under the name that their storyboard's routes have for them and under the one that clients
/// keep for good.
struct ScreenshotReading: Sendable {
    let screenshots: Screenshots
    /// The screenshots in a bucket; nil where there is none, or no URL for them.
    let lists: BucketChapterCache?

    func add(to routes: Routes) {
        for path in ["/storyboards/:id/screenshots/:name", "/chapter-screenshots/:id/:name"] {
            routes.on([.get, .head], path, .published(.screenshot), read)
        }
    }

    @Sendable private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (id, name) = (try context.storyboard(), try context.screenshot())
        guard let file = try await screenshots.open(name, of: id) else { return try await redirect(to: name, of: id) }
        return file.response(to: ReadMethod(request.method) ?? .get, request.headers)
    }

    /// The bucket itself sends a screenshot that is there.
    private func redirect(to name: ScreenshotName, of id: StoryboardID) async throws -> Response {
        guard let lists, let file = try await lists.list(of: id).list.file(of: name) else {
            throw RequestError.noScreenshot
        }
        return Response(
            status: .found,
            headers: [
                .location: lists.url(of: file, id),
                .cacheControl: Caching.unstored.fieldValue(for: screenshots.readers),
            ])
    }
}
