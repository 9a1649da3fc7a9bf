import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /`: the library's page for browsers, links for other clients; and the icon.
///
/// The page itself takes no token, because it has nothing of the library in it.
struct FrontPageRoutes: Sendable {
    let paths: KnownPaths
    let rule: AccessRule
    let urls: URLBuilder

    private struct Links: Encodable {
        let links: [String: String]
    }

    /// Adds the routes, and looks at those that were added before: the page depends on them.
    func add(to routes: Routes) {
        let takesJobs = !rule.isReadOnly && paths.methods(of: urls.prefix + "/jobs/1/retry") != nil
        let page = FrontPage(
            takesJobs: takesJobs, hasEvents: links["events"] != nil, readingTakesToken: rule.readers == .tokenHolders)
        let body = body(Array(page.html().utf8), type: ContentType.html.rawValue)
        let links = JSONResponse.report(VersionedDocument(Links(links: links)), .anyone)
        routes.on([.get, .head], "/", .open) { request, _ in
            let method = ReadMethod(request.method) ?? .get
            var response: Response
            if !AcceptedTypes(request.headers[.accept]).preferHTML {
                response = links.response(to: method, request.headers, now: .now)
            } else if !request.uri.path.hasSuffix("/") {
                // The page's URLs are relative to a folder.
                response = Response(status: .permanentRedirect, headers: [.location: urls.prefix + "/"])
            } else {
                response = body.response(to: method, request.headers, now: .now)
                response.headers[.contentSecurityPolicy] = FrontPage.policy.fieldValue
            }
            response.headers.append(HTTPField(name: .vary, value: "Accept"))
            return response
        }
        let icons = [
            ("/favicon.ico", self.body(FrontPageIcon.ico, type: "image/vnd.microsoft.icon")),
            ("/favicon.svg", self.body(Array(FrontPageIcon.svg.utf8), type: "image/svg+xml")),
        ]
        for (path, icon) in icons { routes.read(path, .open) { _, _ in icon } }
    }

    /// The paths of this server by names; those that it does not have are left out.
    private var links: [String: String] {
        let all = [
            "storyboards": "/storyboards", "jobs": "/jobs", "events": "/events", "videos": "/api/v1/downloads/videos",
            "openapi": "/openapi.json", "health": "/health", "metrics": "/metrics",
        ]
        return all.mapValues { urls.prefix + $0 }.filter { paths.methods(of: $0.value)?.contains(.get) == true }
    }

    private func body(_ bytes: [UInt8], type: String) -> BufferedResponse {
        BufferedResponse(
            Representation(count: bytes.count, type: type, entityTag: .content(bytes), caching: .revalidated),
            ByteBuffer(bytes: bytes))
    }
}
