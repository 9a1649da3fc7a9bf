import Hummingbird

/// `GET /openapi.json`: what this server answers to, as tools read it.
struct OpenAPIRoutes: Sendable {
    private static let body: ServedBody = {
        let bytes = PackageResources.openapi_json
        return ServedBody(
            StoredAnswer(body: bytes, type: .json, entityTag: .content(bytes), caching: .revalidated))
    }()

    func add(to routes: Routes) { routes.read("/openapi.json", .open) { _, _ in Self.body } }
}
