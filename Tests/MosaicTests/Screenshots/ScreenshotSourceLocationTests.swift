import Testing

@testable import Mosaic

struct ScreenshotSourceLocationTests {
    @Test(arguments: ["films/7", "/srv/films/7/", ".", "", "store:", "store:/", "store:/a/../b", "stores:/a", "C:/a"])
    func `other paths are folders, even if they resemble an address`(path: String) {
        #expect(Mosaic.ScreenshotSource(folder: path).location == .folder(path))
        #expect(Mosaic.ScreenshotSource.Location(path).description == path)
    }

    @Test func `a key of a store prints and parses as one string`() throws {
        let key = try #require(ObjectKey(rawValue: "film/screenshots"))
        let location = Mosaic.ScreenshotSource.Location.store(key)
        #expect(location.description == "store:/film/screenshots")
        #expect(Mosaic.ScreenshotSource(folder: location.description).location == location)
    }
}
