import HTTPTypes
import Hummingbird
import Testing

@testable import MosaicServer

struct KnownPathsTests {
    @Test func `paths are found as the router finds them`() {
        let paths = KnownPaths()
        for (path, methods, access) in [
            ("/list", [.get], .report), ("/list", [.post], .write), ("/films/:id", [.get], .published(.document)),
            ("/films/:id/tile", [.get], .published(.lookup)), ("/films/:id/:entry", [.put], .write),
            ("/films/new/:entry", [.delete], .write), ("/files/**", [.get], .open),
        ] as [(String, [HTTPRequest.Method], RouteAccess)] {
            paths.add(RouterPath(path), methods, access)
        }
        for (path, methods) in [
            ("/list", [.get, .post]), ("list/", [.get, .post]), ("/films/a", [.get]), ("/films/a/tile", [.get]),
            ("/films/a/other", [.put]), ("/films/new/tile", [.delete]), ("/films/new", [.get]), ("/files/a", [.get]),
            ("/files/a/b/c", [.get]),
        ] as [(String, [HTTPRequest.Method])] {
            #expect(paths.methods(of: path) == methods, "\(path)")
        }
        for path in ["/", "", "/films", "/films/a/b/c", "/files", "/{id}", "/list/a"] {
            #expect(paths.methods(of: path) == nil, "\(path)")
        }
        #expect(paths.isPublished("/films/a") && paths.isPublished("/films/a/tile"))
        #expect(!paths.isPublished("/list") && !paths.isPublished("/films/a/other") && !paths.isPublished("/none"))
    }
}
