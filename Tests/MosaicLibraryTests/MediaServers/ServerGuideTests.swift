import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct ServerGuideTests {
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
                "written    2 films have thumbnails, in NAME.trickplay beside the film.", "switches   Both switches.",
                "task       Dashboard, Scheduled Tasks: \"Generate Trickplay Images\" shows them; it runs at 3:00 by "
                    + "default.",
            ])
        #expect(
            lines(MediaServer.Target(.jellyfin, folder: "/d"))?.first == "written    2 films have thumbnails in /d.")
        #expect(lines(MediaServer.Target(.plex, folder: "/p"))?.first == "written    1 film has thumbnails in /p.")
        #expect(lines(MediaServer.Target(.emby)) == nil, "No film has thumbnails for it.")
    }
}
