import Foundation
import Testing

@testable import MosaicServer

/// Notifications as Sonarr's and Radarr's webhooks send them, with other names.
struct FileNotificationTests {
    static let radarr = #"""
        {"movie":{"id":1,"title":"Sintel","year":2010,"releaseDate":"2010-09-27","folderPath":"/films/Sintel (2010)",
        "tmdbId":45745,"imdbId":"tt1727587"},"remoteMovie":{"tmdbId":45745,"imdbId":"tt1727587","title":"Sintel",
        "year":2010},"movieFile":{"id":1,"relativePath":"Sintel.mkv","path":"/films/Sintel (2010)/Sintel.mkv",
        "quality":"Bluray-1080p","qualityVersion":1,"releaseGroup":"GROUP","sceneName":"Sintel.2010","size":1234567,
        "dateAdded":"2026-11-23T12:00:00Z"},"isUpgrade":true,"downloadClient":"Client","downloadId":"ABCDEF",
        "deletedFiles":[{"id":2,"relativePath":"Sintel.avi","path":"/films/Sintel (2010)/Sintel.avi"}],
        "eventType":"Download","instanceName":"Radarr","applicationUrl":""}
        """#

    static let sonarr = #"""
        {"series":{"id":2,"title":"Story","path":"/series/Story","tvdbId":1,"type":"standard"},
        "episodes":[{"id":67,"episodeNumber":14,"seasonNumber":2,"title":"End","airDate":"2015-08-24"}],
        "episodeFile":{"id":1181,"relativePath":"Season 02/Story - s02e14.mkv",
        "path":"/series/Story/Season 02/Story - s02e14.mkv","quality":"HDTV-720p","size":7},
        "isUpgrade":false,"downloadClientType":"Client","eventType":"Download","instanceName":"Sonarr"}
        """#

    /// Sonarr tells of an import of several files once more when it is complete.
    static let complete = #"""
        {"series":{"path":"/series/Story"},"episodeFiles":[{"path":"/series/Story/1.mkv"},{"relativePath":"2.mkv"}],
        "sourcePath":"/downloads/Story","destinationPath":"/series/Story","eventType":"Download"}
        """#

    static let test = #"""
        {"series":{"id":1,"title":"Test Title","path":"C:\\testpath","tvdbId":1234},"episodes":[{"id":123,
        "episodeNumber":1,"seasonNumber":1,"title":"Test title"}],"eventType":"Test"}
        """#

    private func paths(_ text: String) throws -> [String] {
        try JSONDecoder().decode(FileNotification.self, from: Data(text.utf8)).paths
    }

    @Test func `the imported files are named, and not those that were deleted for them`() throws {
        #expect(try paths(Self.radarr) == ["/films/Sintel (2010)/Sintel.mkv"])
        #expect(try paths(Self.sonarr) == ["/series/Story/Season 02/Story - s02e14.mkv"])
        #expect(try paths(Self.complete) == ["/series/Story/1.mkv", "/series/Story/2.mkv"])
    }

    @Test func `a relative path belongs to the folder of its film, and an unknown one to none`() throws {
        let film = #"{"eventType":"Download","movie":{"folderPath":"/films"},"movieFile":{"relativePath":"a.mkv"}}"#
        #expect(try paths(film) == ["/films/a.mkv"])
        #expect(try paths(#"{"eventType":"Download","movieFile":{"relativePath":"a.mkv"}}"#) == [])
        #expect(try paths(#"{"eventType":"download","movieFile":{"path":"/a.mkv"}}"#) == ["/a.mkv"])
    }

    @Test(arguments: ["Test", "Grab", "Rename", "MovieDelete", "EpisodeFileDelete", "Health", ""])
    func `other notifications hold no paths`(kind: String) throws {
        #expect(try paths(#"{"eventType":"\#(kind)","movieFile":{"path":"/a.mkv"},"release":7}"#) == [])
        #expect(try paths(Self.test) == [])
    }

    @Test(arguments: [
        "{}", "[]", "7", #"{"eventType":7}"#, #"{"eventType":"Download","movieFile":7}"#,
        #"{"eventType":"Test","series":7}"#, #"{"eventType":"Download","episodeFiles":[7]}"#,
        #"{"eventType":"Download","movieFile":{"path":7}}"#,
    ])
    func `anything else is refused`(text: String) { #expect(throws: DecodingError.self) { try paths(text) } }

    @Test func `limits the number of files`() throws {
        func notification(_ count: Int) -> String {
            let files = (0..<count).map { #"{"path":"/\#($0).mkv"}"# }.joined(separator: ",")
            return #"{"eventType":"Download","episodeFiles":[\#(files)]}"#
        }
        #expect(try paths(notification(FileNotification.mostFiles)).count == FileNotification.mostFiles)
        #expect(throws: DecodingError.self) { try paths(notification(FileNotification.mostFiles + 1)) }
    }
}
