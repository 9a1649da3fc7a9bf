import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct ServerGuideTests {
    @Test func `a summary names the files of other programs`() {
        let change = MediaServerFolder.Change(name: "320 - 10x10", action: .kept)
        let summary = ServerSummary().adding(ServerPublication(.jellyfin, in: "/x/a.trickplay", [change]), of: "a.mkv")
        #expect(summary.kept == 1)
        #expect(
            summary.remarks == [
                "a.mkv: jellyfin: Another program made or changed 320 - 10x10 in /x/a.trickplay."
            ])
    }

    @Test func `three lines name files, switches and the task that shows them`() throws {
        var summary = ServerSummary()
        for server in [MediaServer.jellyfin, .jellyfin, .plex] {
            summary = summary.adding(ServerPublication(server, in: "/x", [], []), of: "a")
        }
        func lines(_ target: MediaServer.Target) -> [String]? {
            ServerGuide(to: target, summary, jellyfin: "Both switches.")?.lines
        }
        #expect(
            lines(MediaServer.Target(.jellyfin)) == [
                "jellyfin   2 films have thumbnails, in NAME.trickplay beside the film.", "switches   Both switches.",
                "task       Dashboard, Scheduled Tasks: \"Generate Trickplay Images\" shows them; it runs at 3:00 by "
                    + "default.",
            ])
        #expect(
            lines(MediaServer.Target(.jellyfin, folder: "/d"))?.first == "jellyfin   2 films have thumbnails in /d.")
        #expect(lines(MediaServer.Target(.plex, folder: "/p"))?.first == "plex       1 film has thumbnails in /p.")
        #expect(lines(MediaServer.Target(.emby)) == nil, "No film has thumbnails for it.")
    }
}
