import Mosaic
import Testing

@testable import MosaicLibrary

struct DownloadCommandTests {
    @Test func `marks are replaced inside arguments, once`() throws {
        let command = try DownloadCommand(
            parsing: #"["get", "-o", "{path}/%(title)s.%(ext)s", "--x={url}{path}", "{other}", "{", "{url}"]"#)
        let url = try #require(DownloadURL("https://films.example/%7Bpath%7D"))
        #expect(
            command.arguments(for: url, in: "/dir/{url} $(x)") == [
                "-o", "/dir/{url} $(x)/%(title)s.%(ext)s", "--x=https://films.example/%7Bpath%7D/dir/{url} $(x)",
                "{other}",
                "{", "https://films.example/%7Bpath%7D",
            ])
    }

    @Test(arguments: [
        "", "yt-dlp {url} {path}", "[]", #"[""]"#, #"{"a": 1}"#, #"["get", "{url}"]"#, #"["get", "{path}"]"#,
        #"["{url}", "{path}"]"#, #"["get", "{url}", "{path}", 1]"#, "[\"get\", \"{url}\", \"{path}\\u0000\"]",
    ])
    func `an invalid argument vector is refused with the setting's name`(text: String) {
        let error = #expect(throws: MosaicError.self) { try DownloadCommand(parsing: text) }
        #expect(error?.code == .invalidSettings && error?.subject == "downloader")
    }

    @Test func `no secret of the server is among the program's variables`() {
        let given = [
            "MOSAIC_AUTH_TOKEN": "1", "MOSAIC_ON_COMPLETE_SECRET": "2", "AWS_SECRET_ACCESS_KEY": "3", "LD_PRELOAD": "4",
            "HOME": "/home", "https_proxy": "http://proxy", "TMPDIR": "/tmp",
        ]
        let chosen = DownloadCommand.environment(from: given, temporary: "/dir/tmp")
        #expect(
            chosen == [
                "HOME": "/home", "https_proxy": "http://proxy", "TMPDIR": "/dir/tmp",
                "PATH": "/usr/local/bin:/usr/bin:/bin",
            ])
    }
}
