import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct VideoIndexTests {
    private let folder = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private var index: any VideoIndex { catalog }

    init() throws {
        catalog = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
    }

    /// Stores videos of which the one with number n is written n seconds after 1970 and has 1000 - n bytes.
    private func fill() async throws {
        for (username, genre, numbers) in [
            ("john", "tiktok", [1, 5, 9]), ("john", "youtube", [2, 6]), ("jane", "tiktok", [3, 7]), ("joe", "web", [4]),
        ] {
            let files = numbers.map { number in
                VideoFile(
                    name: "Video_\(number % 4)\(number).mp4", bytes: 1_000 - number,
                    modified: Int64(number) * 1_000_000_000 + 5, inode: UInt64.max - UInt64(number))
            }
            try await index.change(
                VideoFolder(username: username, genre: genre), storing: files, removing: ["absent.mp4"])
        }
    }

    private func numbers(_ change: (inout VideoQuery) -> Void) async throws -> [Int] {
        var query = VideoQuery()
        change(&query)
        let page = try await index.videos(query)
        #expect(page.videos.allSatisfy { $0.bytes == 1_000 - Int($0.modified) })
        query.limit = 1
        #expect(try await index.videos(query).total == page.total)
        return page.videos.map { Int($0.modified) }
    }

    @Test func `each order follows its column, with every filter`() async throws {
        try await fill()
        let owners = [
            1: ("john", "tiktok"), 5: ("john", "tiktok"), 9: ("john", "tiktok"), 2: ("john", "youtube"),
            6: ("john", "youtube"), 3: ("jane", "tiktok"), 7: ("jane", "tiktok"), 4: ("joe", "web"),
        ]
        for (username, genre) in [
            (nil, nil), ("john", nil), (nil, "tiktok"), ("john", "tiktok"), ("joe", nil), ("joe", "tiktok"), ("", "x"),
            ("", nil),
        ] as [(String?, String?)] {
            let wanted = owners.filter { _, owner in
                (username ?? owner.0) == owner.0 && (genre ?? owner.1) == owner.1
            }.keys.sorted()
            let names = wanted.sorted { "\($0 % 4)\($0)" < "\($1 % 4)\($1)" }
            for order in VideoQuery.Order.allCases {
                let found = try await numbers {
                    ($0.username, $0.genre, $0.order) = (username, genre, order)
                }
                let expected =
                    switch order {
                    case .newest: Array(wanted.reversed())
                    case .oldest, .size: wanted
                    case .name: names
                    }
                #expect(found == expected, "\(username ?? "-") \(genre ?? "-") \(order)")
            }
        }
    }

    @Test func `pages follow each other and state the length of the whole list`() async throws {
        try await fill()
        #expect(try await numbers { ($0.limit, $0.offset) = (3, 0) } == [9, 7, 6])
        #expect(try await numbers { ($0.limit, $0.offset) = (3, 6) } == [2, 1])
        #expect(try await numbers { ($0.limit, $0.offset) = (3, 8) } == [])
        var query = VideoQuery()
        query.offset = 99
        #expect(try await index.videos(query) == VideoPage(videos: [], total: 8))
        query.username = "nobody"
        #expect(try await index.videos(query).total == 0)
    }

    @Test func `a search for text in names ignores case and combines with filters`() async throws {
        try await fill()
        for (text, wanted) in [
            ("VIDEO", [9, 7, 6, 5, 4, 3, 2, 1]), ("_1", [9, 5, 1]), ("o_15", [5]), ("\"", []), ("a\0", []),
            ("15.MP4", [5]), ("john", []), ("%", []),
        ] {
            #expect(try await numbers { $0.search = text } == wanted, "\(text)")
        }
        #expect(try await numbers { ($0.search, $0.username, $0.order) = ("eo_", "john", .size) } == [1, 2, 5, 6, 9])
        #expect(try await numbers { ($0.search, $0.genre) = ("1", "tiktok") } == [9, 5, 1])
    }

    @Test func `counts follow stored, replaced and removed videos`() async throws {
        func sizes() async throws -> [String] {
            try await index.videoFolders().map { "\($0.folder.username)/\($0.folder.genre) \($0.videos) \($0.bytes)" }
        }
        let john = VideoFolder(username: "john", genre: "tiktok")
        try await fill()
        let all = ["jane/tiktok 2 1990", "joe/web 1 996", "john/tiktok 3 2985", "john/youtube 2 1992"]
        #expect(try await sizes() == all)
        try await fill()
        #expect(try await sizes() == all)
        try await index.change(
            john, storing: [VideoFile(name: "Video_11.mp4", bytes: 9, modified: 1, inode: 1)],
            removing: ["Video_15.mp4"])
        #expect(try await sizes()[2] == "john/tiktok 2 1000")
        #expect(try await numbers { ($0.username, $0.search) = ("john", "15.mp") } == [])
        try await index.change(john, storing: [], removing: ["Video_11.mp4", "Video_19.mp4"])
        #expect(try await sizes() == ["jane/tiktok 2 1990", "joe/web 1 996", "john/youtube 2 1992"])
        #expect(try await index.videos(VideoQuery()).total == 5)
    }

    @Test func `counts and the index of names can be made anew`() async throws {
        try await fill()
        let (before, all) = (try await index.videoFolders(), try await numbers { $0.search = "video" })
        try await catalog.write { database in
            try database.execute(
                sql: """
                    UPDATE video_count SET videos = 99;
                    INSERT INTO video_text (video_text) VALUES ('delete-all');
                    """)
        }
        #expect(try await index.videos(VideoQuery()).total == 99)
        #expect(try await numbers { $0.search = "video" } == [])
        try await index.recountVideos()
        #expect(try await index.videoFolders() == before)
        #expect(try await numbers { $0.search = "video" } == all)
        var query = VideoQuery()
        for (username, genre, total) in [(nil, nil, 8), ("john", nil, 5), (nil, "tiktok", 5)]
            as [(String?, String?, Int)]
        {
            (query.username, query.genre) = (username, genre)
            #expect(try await index.videos(query).total == total)
        }
    }

    @Test func `a storyboard belongs to the first of films that differ in extension alone`() async throws {
        let names = ["a.webm", "a.mp4", "a.mp3", "b.MKV"]
        let files = names.map { VideoFile(name: $0, bytes: 1, modified: 1, inode: 1) }
        try await index.change(VideoFolder(username: "john", genre: "web"), storing: files, removing: [])
        var query = VideoQuery()
        query.order = .name
        let videos = try await index.videos(query).videos
        #expect(videos.map(\.path.file) == ["a.mp3", "a.mp4", "a.webm", "b.MKV"])
        let (a, b) = (StoryboardID(naming: "john/web/a"), StoryboardID(naming: "john/web/b"))
        #expect(videos.map(\.storyboard) == [nil, a, nil, b])
        #expect(try await index.film(of: a)?.rawValue == "john/web/a.mp4")
        #expect(try await index.film(of: b)?.rawValue == "john/web/b.MKV")
        #expect(try await index.film(of: StoryboardID(naming: "john/web/c")) == nil)
    }

    @Test func `files of a folder are read page by page`() async throws {
        try await fill()
        let john = VideoFolder(username: "john", genre: "tiktok")
        let first = try await index.videoFiles(in: john, after: nil, limit: 2)
        #expect(first.map(\.name) == ["Video_11.mp4", "Video_15.mp4"])
        #expect(first.first?.inode == UInt64.max - 1 && first.first?.modified == 1_000_000_005)
        let second = try await index.videoFiles(in: john, after: "Video_15.mp4", limit: 2)
        #expect(second.map(\.name) == ["Video_19.mp4"])
    }

    @Test func `roots are recorded in their order`() async throws {
        #expect(try await index.videoRoots() == [])
        for paths in [["/z", "/a"], ["/b"], []] {
            try await index.setVideoRoots(paths)
            #expect(try await index.videoRoots() == paths)
        }
    }

    @Test func `a page is found by an index with each filter and order`() async throws {
        try await fill()
        let plans = try await catalog.read { database in
            try [
                ("", "modified"), ("username = 'a'", "bytes"), ("genre = 'a'", "file"),
                ("username = 'a' AND genre = 'a'", "modified"),
            ]
            .map { condition, order in
                let filter = ["username", "genre"].filter { condition.contains($0) }
                return try Row.fetchAll(
                    database,
                    sql: """
                        EXPLAIN QUERY PLAN SELECT number FROM video INDEXED BY \(VideoTables.index(filter, order))
                        \(condition.isEmpty ? "" : "WHERE " + condition) ORDER BY \(order) DESC, number DESC LIMIT 9
                        """
                ).map { "\($0["detail"] ?? "")" }.joined()
            }
        }
        for plan in plans { #expect(plan.contains("COVERING INDEX") && !plan.contains("B-TREE"), "\(plan)") }
    }
}
