import Foundation
import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct SheetAddressesTests {
    private func mended(_ urls: [String], track: String? = "https://cdn.example/films/one/t.vtt?v=1") -> [String] {
        let addresses = SheetAddresses(urls, track: track.flatMap(URL.init(string:)))
        return urls.map(addresses.mended)
    }

    @Test func `URLs below the track's folder become relative to it`() {
        #expect(mended(["/films/one/a.jpg?k=1", "/films/one/b/c%20d.jpg"]) == ["a.jpg?k=1", "b/c%20d.jpg"])
        #expect(mended(["a.jpg", "https://cdn.example/films/one/b.jpg"]) == ["a.jpg", "b.jpg"])
        #expect(mended(["a.jpg", "//CDN.example:443/films/one/b.jpg"]) == ["a.jpg", "b.jpg"])
    }

    @Test func `all URLs become whole ones where one of them lies elsewhere`() {
        #expect(
            mended(["/films/two/a.jpg", "b.jpg", "https://b.example/c.jpg"]) == [
                "https://cdn.example/films/two/a.jpg", "https://cdn.example/films/one/b.jpg", "https://b.example/c.jpg",
            ])
        #expect(mended(["a.jpg?u=//x", "b.jpg"]).first == "https://cdn.example/films/one/a.jpg?u=//x")
        #expect(mended(["/films/one/a:b.jpg"]) == ["https://cdn.example/films/one/a:b.jpg"])
        #expect(mended(["/films/one/a/../../b.jpg"]) == ["https://cdn.example/films/b.jpg"])
    }

    @Test(arguments: [
        ["a.jpg", "../b.jpg?c=/d"], ["https://a.example/films/one/a.jpg", "https://cdn.example/films/one/b.jpg"],
        ["//cdn.example/films/one/a.jpg"], [],
    ])
    func `URLs that every player resolves alike stay`(urls: [String]) {
        #expect(mended(urls) == urls)
    }

    @Test func `without the track's address nothing is guessed`() {
        let urls = ["/films/one/a.jpg", "b.jpg"]
        #expect(mended(urls, track: nil) == urls)
        #expect(mended(urls, track: "file:///films/one/t.vtt") == urls)
    }
}
