import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Downloads and settings that are refused.
extension DownloadServiceTests {
    @Test func `without a downloader the answer says how to name one`() async throws {
        try await ask {
            $0.work.downloads.command = nil
        } _: { client async throws in
            let answer = try await client.download("https://films.example/ok")
            #expect(answer.status == .notImplemented && answer.errorCode == "not_configured")
            #expect(String(decoding: answer.bytes, as: UTF8.self).contains("--downloader"))
            #expect(try await work.library.downloads?.downloadCounts() == [:])
        }
    }

    @Test(arguments: [
        "{}", #"{"url": "--exec"}"#, #"{"url": "file:///etc/passwd"}"#, #"{"url": 7}"#, "[]", "",
        #"{"url": "https://films.example/1", "path": "a/b/c.mp4"}"#, #"{"url": "https://u:p@films.example/"}"#,
    ])
    func `a body that asks for nothing that can be is refused`(json: String) async throws {
        try await ask { client async throws in
            let answer = try await client.askForDownload(json)
            #expect(answer.status == .badRequest && answer.errorCode == "invalid_request", "\(json)")
            #expect(program.runs == 0)
        }
    }

    @Test func `too many do not wait, and a server that only reads takes none`() async throws {
        try await ask {
            $0.work.queueLength = 1
        } _: { client async throws in
            #expect(try await client.download("https://films.example/hangs").status == .accepted)
            let full = try await client.download("https://films.example/ok")
            #expect(full.status == .tooManyRequests && full.headers[.retryAfter] != nil)
        }
        try await ask {
            $0.isReadOnly = true
        } _: { client async throws in
            #expect(try await client.download("https://films.example/ok").status == .forbidden)
        }
        try await ask {
            $0.opensDownloads = false
        } _: { client async throws in
            #expect(try await client.download("https://films.example/ok").status == .unauthorized)
            #expect(try await client.cancel("download-0123456789abcdef").status == .unauthorized)
        }
    }

    @Test func `settings that make no sense are refused by name`() async throws {
        func error(_ change: (inout ServerSettings) -> Void) -> MosaicError? {
            var settings = ServerSettings()
            settings.work.isEnabled = true
            settings.work.videoRoots = [work.folder.path("videos")]
            settings.work.downloads.command = Secret(program.command)
            change(&settings)
            return #expect(throws: MosaicError.self) {
                try settings.check()
                _ = try buildApplication(library: work.library, settings: settings, logger: .silent)
            }
        }
        for change: (inout ServerSettings) -> Void in [
            { $0.work.videoRoots = [] }, { $0.work.downloads.command = "yt-dlp {url}" },
            { $0.work.downloads.command = #"["/none/such", "{url}", "{path}"]"# },
        ] {
            let found = error(change)
            #expect(found?.code == .invalidSettings && found?.subject == "downloader")
        }
    }
}
