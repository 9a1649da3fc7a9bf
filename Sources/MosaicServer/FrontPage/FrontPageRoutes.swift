import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary

/// `GET /`: the library's page for browsers, and links for other clients. Also serves the icons.
///
/// The page requires no token, because it contains no data of the library.
struct FrontPageRoutes: Sendable {
    let paths: KnownPaths
    let rule: AccessRule
    let urls: URLBuilder

    private struct Links: Encodable {
        let links: [String: String]
    }

    /// Adds the routes. Call it after all other routes are added, because the page depends on them.
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
                // The page's URLs are relative to a path that ends with a slash.
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

    /// The server's paths by link name, without paths that it does not serve.
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

/// The icon of the server's pages: four tiles of a sheet.
enum FrontPageIcon {
    /// Side of the unscaled icon in pixels; both formats scale it.
    private static let side = 16

    private struct Tile {
        let x: Int
        let y: Int
        /// The color as 0xRRGGBB.
        let color: UInt32
    }

    private static let tileWidth = 7
    private static let tileHeight = 6
    private static let tiles = [
        Tile(x: 0, y: 1, color: 0xC2502C), Tile(x: 9, y: 1, color: 0xF0A484),
        Tile(x: 0, y: 9, color: 0xE8875F), Tile(x: 9, y: 9, color: 0x8A8781),
    ]

    static let svg: String = {
        let rectangles = tiles.map { tile in
            let color = Hexadecimal.text(of: [16, 8, 0].map { UInt8(truncatingIfNeeded: tile.color >> $0) })
            return "<rect x=\"\(tile.x)\" y=\"\(tile.y)\" width=\"\(tileWidth)\" height=\"\(tileHeight)\" rx=\"1.5\" "
                + "fill=\"#\(color)\"/>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)">\(rectangles.joined())</svg>

            """
    }()

    /// The icon in 16x16 and 32x32 pixels as ICO: a directory, then one bitmap without a file header for each size.
    static let ico: [UInt8] = {
        let bitmaps = [1, 2].map { (side: side * $0, bytes: bitmap(scale: $0)) }
        var file = littleEndian(0, 2) + littleEndian(1, 2) + littleEndian(bitmaps.count, 2)
        var offset = file.count + 16 * bitmaps.count
        for bitmap in bitmaps {
            // Width, height, no palette, a reserved byte; then one plane and 32 bits a pixel.
            file += [UInt8(bitmap.side), UInt8(bitmap.side), 0, 0] + littleEndian(1, 2) + littleEndian(32, 2)
            file += littleEndian(bitmap.bytes.count, 4) + littleEndian(offset, 4)
            offset += bitmap.bytes.count
        }
        return file + bitmaps.flatMap(\.bytes)
    }()

    /// A `BITMAPINFOHEADER`, then the rows from bottom to top with blue, green, red and alpha of each pixel, then a
    /// mask that hides no pixel.
    private static func bitmap(scale: Int) -> [UInt8] {
        let width = side * scale
        let maskRow = (width + 31) / 32 * 4
        // The height in the header includes picture and mask.
        var bytes = littleEndian(40, 4) + littleEndian(width, 4) + littleEndian(2 * width, 4)
        bytes += littleEndian(1, 2) + littleEndian(32, 2) + [UInt8](repeating: 0, count: 24)
        for y in (0..<width).reversed() {
            for x in 0..<width { bytes += pixel(x / scale, y / scale) }
        }
        return bytes + [UInt8](repeating: 0, count: maskRow * width)
    }

    private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let tile = tiles.first { ($0.x..<$0.x + tileWidth).contains(x) && ($0.y..<$0.y + tileHeight).contains(y) }
        guard let color = tile?.color else { return [0, 0, 0, 0] }
        return [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } + [255]
    }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
