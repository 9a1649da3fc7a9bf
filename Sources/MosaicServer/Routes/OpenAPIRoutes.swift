import Hummingbird
import Mosaic

/// `GET /openapi.json`: the description of this server's routes.
struct OpenAPIRoutes: Sendable {
    private let body: BufferedResponse

    init(urls: URLBuilder) {
        var text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        // Not every tool resolves a relative URL here.
        if !urls.prefix.isEmpty { text.replace("\"url\": \"/\"", with: "\"url\": \"\(urls.prefix)\"") }
        let bytes = Array(text.utf8)
        body = BufferedResponse(bytes, type: .json, entityTag: .content(bytes), caching: .revalidated)
    }

    func add(to routes: Routes) { routes.read("/openapi.json", .open) { _, _ in body } }
}
