import Testing

@testable import Mosaic

struct PreviewPagePlayersTests {
    private let documents: [PreviewPage.PlayerDocument] = [
        .track("?exp=1&sig=x"),
        PreviewPage.PlayerDocument(name: "dash", url: "thumbnails.mpd", type: .mpd, summary: "<thumbnails>"),
    ]

    @Test func `every document has a link with its media type`() {
        let html = PreviewPage.players(documents)
        #expect(
            html.contains(
                #"<a href="thumbnails.vtt?exp=1&amp;sig=x" type="text/vtt; charset=utf-8">thumbnails.vtt</a>"#))
        #expect(html.contains(#"<a href="thumbnails.mpd" type="application/dash+xml">thumbnails.mpd</a>"#))
        #expect(html.contains("&lt;thumbnails&gt;") && !html.contains("<thumbnails>"))
    }

    @Test func `every player that can load a document has a line, and no other player`() {
        let html = PreviewPage.players(documents)
        for player in ["Vidstack", "Plyr", "Video.js", "media-chrome and Video.js 10", "Shaka", "dash.js"] {
            #expect(html.contains("<h3>\(player)"), "\(player)")
        }
        #expect(!html.contains("<h3>hls.js"))
        #expect(html.matches(of: /data-url="thumbnails.vtt\?exp=1&amp;sig=x"/).count == 5)
        // The default layout takes the track; a thumbnail of its own belongs in a custom one.
        #expect(html.contains(#"&lt;media-video-layout thumbnails=&quot;<span data-url="thumbnails.vtt"#))
    }

    @Test func `a page without documents has no such section`() throws {
        #expect(!PreviewPage(title: "film", tiles: []).html().contains("players"))
        let storyboard = try DrawnStoryboard().storyboard()
        let page = PreviewPage(storyboard, exports: [.vidstack]).html()
        #expect(page.contains("id=\"players\"") && page.contains("href=\"vidstack.json\""))
        #expect(!page.contains("href=\"chapters.vtt\""))
    }

    @Test func `lines for players have the URL of the track on its host, unless a server makes the page`() throws {
        let relative = try PreviewPage(DrawnStoryboard().storyboard()).html()
        #expect(relative.contains(#"data-url="thumbnails.vtt""#))
        let track = TrackSettings(baseURL: "https://cdn.example/film/")
        let storyboard = try DrawnStoryboard(track: track).storyboard()
        let page = PreviewPage(storyboard)
        #expect(page.html().contains(#"data-url="https://cdn.example/film/thumbnails.vtt""#))
        #expect(page.html().contains(#"href="thumbnails.vtt""#))
        #expect(page.isShown(by: Array(page.html().utf8)) && !page.isShown(by: Array(relative.utf8)))
        #expect(PreviewPage(storyboard, isServed: true).html() == relative)
    }

    @Test func `every export is possible for a drawn storyboard`() throws {
        let storyboard = try DrawnStoryboard().storyboard()
        for export in Export.all { #expect(export.isPossible(for: storyboard), "\(export.name)") }
    }
}
