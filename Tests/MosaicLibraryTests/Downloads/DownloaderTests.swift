import Foundation
import Mosaic
import MosaicFixtures
import Synchronization
import Testing
import TestSupport
import Tiers

@testable import MosaicLibrary

/// Videos that a program of the tests delivers.
struct DownloaderTests {
    private let folder = TemporaryFolder()
    private let program: ScriptedDownloader
    private let root: String

    init() throws {
        program = try ScriptedDownloader(in: folder)
        root = try folder.makeFolder("videos")
    }

    private func downloader(_ change: (inout DownloadLimits) -> Void = { _ in }) throws -> Downloader {
        var limits = DownloadLimits()
        limits.pause = .milliseconds(10)
        change(&limits)
        return try Downloader(into: root, by: DownloadCommand(parsing: program.command), limits: limits) {
            "/storyboards/\($0)/poster.jpg?t=1&width=640"
        }
    }

    private func fetch(
        _ mode: String, by downloader: Downloader? = nil, goOn: (Int?) async throws -> Bool = { _ in true }
    ) async throws -> Downloader.Fetched {
        let url = try #require(DownloadURL("https://www.films.example/\(mode)"))
        return try await (downloader ?? self.downloader()).fetch(
            url, for: "john", now: Date(timeIntervalSince1970: 1_734_258_600), began: { _ in }, goOn: goOn)
    }

    private func fault(_ mode: String, by downloader: Downloader? = nil) async throws -> DownloadFault? {
        await #expect(throws: DownloadFault.self) { try await fetch(mode, by: downloader) }
    }

    private func companion(_ path: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(folder.read("videos/\(path)"))) as? [String: Any])
    }

    /// Whether there is only the folder of downloads, and it is empty.
    private var isClean: Bool {
        let names = try? folder.names(in: "videos").filter { $0 != ".mosaic-downloads" }
        return names == [] && (try? folder.names(in: "videos/.mosaic-downloads")) == []
    }

    @Test func `a video gets its place and a companion in the fields of older clients`() async throws {
        let told = Mutex<[Int]>([])
        let fetched = try await fetch("ok") { percent in
            told.withLock { $0 += percent.map { [$0] } ?? [] }
            return true
        }
        #expect(fetched.path == "john/site/A film.mp4" && fetched.title == "A film: \"one\"")
        #expect(fetched.storyboard == SourceNaming.path.id(of: "john/site/A film"))
        #expect(try folder.read("videos/john/site/A film.mp4") == folder.read("downloader/video"))
        #expect(fetched.file.hasSuffix("/videos/john/site/A film.mp4"))
        let facts = try companion("john/site/A film.json")
        let expected: [String: Any] = [
            "id": "x1", "title": "A film: \"one\"", "description": "Long.", "uploader": "@someone", "platform": "site",
            "duration": 30, "duration_formatted": "0:30", "thumbnail": "https://pictures.example/x1.jpg",
            "webpage_url": "https://www.films.example/ok", "view_count": 12_345, "like_count": 500,
            "upload_date": "20241215", "upload_date_formatted": "2024-12-15", "downloaded_at": "2024-12-15T10:30:00",
        ]
        #expect(NSDictionary(dictionary: facts) == NSDictionary(dictionary: expected), "\(facts)")
        #expect(told.withLock { $0.last } == 100)
        #expect(try folder.names(in: "videos/john/site") == ["A film.json", "A film.mp4"])
        #expect(try folder.names(in: "videos/.mosaic-downloads") == [])
    }

    @Test func `without info JSON the host is the genre and the poster is the thumbnail`() async throws {
        let fetched = try await fetch("silent")
        #expect(fetched.path == "john/films.example/Only a film.webm" && fetched.title == "Only a film")
        let facts = try companion("john/films.example/Only a film.json")
        let id = SourceNaming.path.id(of: "john/films.example/Only a film")
        #expect(facts["thumbnail"] as? String == "/storyboards/\(id)/poster.jpg?t=1&width=640")
        #expect(facts["title"] as? String == "Only a film" && facts["platform"] as? String == "films.example")
        #expect(facts["duration"] == nil && facts["webpage_url"] as? String == "https://www.films.example/silent")
    }

    @Test func `sound has no storyboard, and members of other types are not there`() async throws {
        let song = try await fetch("sound")
        #expect(song.path == "john/site/Song.mp3" && song.storyboard == nil)
        let deep = try await fetch("deep")
        #expect(deep.path == "john/films.example/Deep.mkv" && deep.title == "Deep")
    }

    @Test func `no file is replaced, and no companion is shared`() async throws {
        try folder.makeFolder("videos/john/site")
        try folder.write([1], to: "videos/john/site/a FILM.mkv")
        let paths = [try await fetch("ok").path, try await fetch("ok?2").path]
        #expect(paths == ["john/site/A film (2).mp4", "john/site/A film (3).mp4"])
        #expect(try folder.read("videos/john/site/a FILM.mkv") == [1])
        #expect(
            try folder.names(in: "videos/john/site") == [
                "A film (2).json", "A film (2).mp4", "A film (3).json", "A film (3).mp4", "a FILM.mkv",
            ])
    }

    @Test func `hostile names and facts lead nowhere`() async throws {
        let fetched = try await fetch("hostile")
        let file = try #require(fetched.path.split(separator: "/").last)
        #expect(fetched.path.split(separator: "/").count == 3 && ObjectKey(rawValue: fetched.path) != nil)
        #expect(file.hasPrefix("rf ") && file.hasSuffix(".mp4"))
        let scalars = fetched.path.unicodeScalars
        #expect(!scalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" || $0 == "\\" })
        #expect(!fetched.title.unicodeScalars.contains("\0"))
        #expect(try folder.names(in: "videos").filter { !$0.hasPrefix(".") } == ["john"])
        let facts = try companion(String(fetched.path.dropLast(4)) + ".json")
        #expect((facts["thumbnail"] as? String)?.hasPrefix("/storyboards/") == true)
    }

    @Test(arguments: ["links", "nothing"])
    func `links, pipes, folders and empty files are not videos`(mode: String) async throws {
        let fault = try #require(try await fault(mode))
        #expect(fault.reason.contains("without a video") && !fault.canPass)
        #expect(isClean)
    }

    @Test func `the program's last message is reported without the folder`() async throws {
        let twice = try #require(try await fault("twice"))
        #expect(twice.reason == "ERROR: not now: part" && twice.canPass)
        let never = try #require(try await fault("never"))
        #expect(never.reason == "ERROR: Video unavailable" && never.canPass)
        #expect(isClean && program.runs == 2)
    }

    @Test func `a video that is too long is given up`() async throws {
        let downloader = try downloader { $0.bytes = 1 << 20 }
        let fault = try #require(try await fault("huge", by: downloader))
        #expect(fault.reason == "It is longer than 1048576 bytes." && !fault.canPass && isClean)
        let whole = try self.downloader { $0.bytes = 4_999 }
        #expect(try await self.fault("ok", by: whole)?.reason == "It is longer than 4999 bytes.")
        #expect(isClean)
    }

    @Test(.thorough) func `more files than any video has are given up`() async throws {
        let fault = try #require(try await fault("many"))
        #expect(fault.reason.contains("10000 files") && isClean)
    }

    @Test(arguments: ["hangs", "stubborn", "endless"])
    func `a program that does not end is killed with all its processes`(mode: String) async throws {
        let downloader = try downloader { $0.time = .milliseconds(300) }
        let fault = try #require(try await fault(mode, by: downloader))
        #expect(fault.reason.contains("took longer") && !fault.canPass && isClean)
        #expect(!program.processes.isEmpty)
        for process in program.processes { #expect(try await eventually { ScriptedDownloader.hasEnded(process) }) }
    }

    @Test func `a cancelled download is killed`() async throws {
        let fault = await #expect(throws: DownloadFault.self) { try await fetch("slow") { $0 != 37 } }
        #expect(fault == .cancelled && isClean)
        for process in program.processes { #expect(try await eventually { ScriptedDownloader.hasEnded(process) }) }
    }

    @Test func `a download cancelled at its end leaves no video`() async throws {
        let fault = await #expect(throws: DownloadFault.self) { try await fetch("ok") { $0 != 100 } }
        #expect(fault == .cancelled && isClean)
    }

    @Test func `a task that is cancelled kills its program`() async throws {
        let task = Task { try await fetch("hangs") }
        #expect(try await eventually { !program.processes.isEmpty })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(isClean)
        for process in program.processes { #expect(try await eventually { ScriptedDownloader.hasEnded(process) }) }
    }

    @Test func `a program that writes much is read to its end`() async throws {
        #expect(try await fetch("loud").path == "john/site/A film.mp4")
    }

    @Test func `a link in the place of a folder is not followed`() async throws {
        try folder.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("videos/john"), withDestinationPath: folder.path("elsewhere"))
        let error = await #expect(throws: MosaicError.self) { try await fetch("ok") }
        #expect(error?.code == .refused)
        #expect(try folder.names(in: "elsewhere") == [])
    }

    @Test func `folders of killed servers are removed, and folders of running ones stay`() async throws {
        let own = try DownloadFolder(in: root)
        for name in ["0a-1-2-3", "another"] {
            try folder.makeFolder("videos/.mosaic-downloads/\(name)")
            try folder.write([1], to: "videos/.mosaic-downloads/\(name)/film.mp4.part", modified: 1)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)],
                ofItemAtPath: folder.path("videos/.mosaic-downloads/\(name)"))
        }
        try downloader().discardLeftovers()
        let names = try folder.names(in: "videos/.mosaic-downloads")
        #expect(Set(names) == [try #require(own.path.split(separator: "/").last.map(String.init)), "another"])
    }

    @Test func `a link in the place of the folder of downloads is refused and not followed`() async throws {
        let downloader = try downloader()
        try folder.makeFolder("private")
        try folder.write([1], to: "private/0a-1-2-3", modified: 1)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("videos/.mosaic-downloads"), withDestinationPath: folder.path("private"))
        downloader.discardLeftovers()
        let running = await #expect(throws: MosaicError.self) { try await fetch("ok", by: downloader) }
        #expect(running?.code == .refused && running?.subject == ".mosaic-downloads")
        let starting = #expect(throws: MosaicError.self) { try self.downloader() }
        #expect(starting?.code == .refused)
        #expect(try folder.names(in: "private") == ["0a-1-2-3"] && program.runs == 0)
    }

    @Test func `no file is moved out of a folder that takes the place of a running download`() async throws {
        let fault = await #expect(throws: DownloadFault.self) {
            try await fetch("slow") { percent in
                guard percent == 37, !folder.holds("aside") else { return true }
                let name = try #require(try folder.names(in: "videos/.mosaic-downloads").first)
                try folder.makeFolder("private/\(name)")
                try folder.write([7, 7, 7], to: "private/\(name)/private.mp4")
                try FileManager.default.moveItem(
                    atPath: folder.path("videos/.mosaic-downloads"), toPath: folder.path("aside"))
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("videos/.mosaic-downloads"), withDestinationPath: folder.path("private"))
                try program.letGo()
                return true
            }
        }
        #expect(fault?.reason.contains("took the place") == true && fault?.canPass == false)
        #expect(try folder.contents(of: "private").values.contains([7, 7, 7]))
        #expect(try folder.names(in: "videos") == [".mosaic-downloads"] && folder.names(in: "aside") == [])
    }

    @Test func `a file that takes the place of the video is not published`() async throws {
        let download = try DownloadFolder(in: root)
        let path = try folder.write([1, 2], to: "film")
        try FileManager.default.moveItem(atPath: path, toPath: download.path + "/film.mp4")
        let video = try #require(DownloadedVideo(in: download))
        try FileManager.default.removeItem(atPath: download.path + "/film.mp4")
        try folder.write([7], to: "private.mp4")
        for target in ["private.mp4", nil] {
            if let target {
                try FileManager.default.createSymbolicLink(
                    atPath: download.path + "/film.mp4", withDestinationPath: folder.path(target))
            }
            let error = #expect(throws: MosaicError.self) {
                try DownloadDestination(root: root, username: "john", genre: "site").take(
                    video, from: download, or: "x"
                ) { _ in
                    []
                }
            }
            #expect(error?.code == .refused)
            if target != nil { try FileManager.default.removeItem(atPath: download.path + "/film.mp4") }
        }
        #expect(try folder.names(in: "videos/john/site") == [] && folder.holds("private.mp4"))
    }

    @Test func `a folder or a program that is not there is a setting that makes no sense`() throws {
        func error(_ root: String, _ command: String) throws -> MosaicError? {
            #expect(throws: MosaicError.self) {
                try Downloader(
                    into: root, by: DownloadCommand(parsing: command), limits: DownloadLimits(), poster: { _ in "" })
            }
        }
        #expect(try error(root + "/none", program.command)?.code == .invalidSettings)
        let none = try error(root, #"["/none/such", "{url}", "{path}"]"#)
        #expect(none?.code == .invalidSettings && none?.subject == "downloader")
    }
}
