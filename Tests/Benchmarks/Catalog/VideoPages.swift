import Foundation
import Mosaic
import MosaicEmbedded

import MosaicLibrary

/// Additional cost of a page from an index of a hundred thousand videos over one of a thousand.
struct VideoPages {
    let rounds: Int
    /// Videos of the large index; the small one has 1000.
    let videos: Int

    private static let repeats = 50

    func section() async throws -> BenchReport.Section {
        let (small, large) = (try await FilledVideos(count: 1_000), try await FilledVideos(count: videos))
        var rows: [Measurement] = []
        for question in Self.questions {
            let race = try await Race(
                rounds: rounds,
                [small, large].map { filled in
                    {
                        let query = question.query(filled.count)
                        for _ in 0..<Self.repeats { try await filled.list(query, atLeast: question.least) }
                        return nil
                    }
                })
            for (index, count) in [1_000, videos].enumerated() {
                rows.append(
                    Measurement(
                        name: "\(question.name), \(count)",
                        value: race.processor(index) / Double(Self.repeats) * 1e6, unit: "us",
                        against: index == 0 ? nil : "1000", ratio: index == 0 ? nil : race.processorRatio(1, to: 0),
                        wanted: index == 0 || !question.isBounded ? nil : .atMost(2)))
            }
        }
        return BenchReport.Section(
            title: "50 of \(videos) videos beside 50 of 1000, CPU", rows: rows,
            notes: [
                "Four users and five genres; a text that is found in one name, and the last page, which skips all others."
            ])
    }

    private struct Question {
        let name: String
        /// Minimum number of videos on the page.
        var least = 50
        /// Whether the costs must not grow with the index.
        var isBounded = true
        /// The query for an index of a number of videos.
        let query: (Int) -> VideoQuery
    }

    private static var questions: [Question] {
        let filters: [(String, String?, String?)] = [
            ("all", nil, nil), ("a user", "user-3", nil), ("a genre", nil, "genre-3"),
            ("a user's genre", "user-3", "genre-3"),
        ]
        var questions = filters.flatMap { name, username, genre in
            VideoQuery.Order.allCases.map { order in
                Question(name: "\(name) by \(order)") { _ in
                    var query = VideoQuery()
                    (query.username, query.genre, query.order) = (username, genre, order)
                    return query
                }
            }
        }
        questions.append(
            Question(name: "search", least: 1, isBounded: false) { _ in
                var query = VideoQuery()
                query.search = "number 777 "
                return query
            })
        questions.append(
            Question(name: "last page", isBounded: false) { count in
                var query = VideoQuery()
                query.offset = count - query.limit
                return query
            })
        return questions
    }
}

/// An index of `count` videos of four users and five genres, in a separate folder.
private final class FilledVideos {
    let count: Int
    private let folder: ScratchFolder
    private let catalog: SQLiteCatalog

    init(count: Int) async throws {
        self.count = count
        folder = try ScratchFolder()
        catalog = try SQLiteCatalog(path: folder.path + "/catalog.sqlite")
        for user in 0..<4 {
            for genre in 0..<5 {
                let files = (0..<count / 20).map { number in
                    let mixed = (number * 20 + user * 5 + genre) * 7_919 % count
                    return VideoFile(
                        name: "Video number \(mixed) of a channel.mp4", bytes: mixed * 1_000,
                        modified: Int64(mixed) * 60_000_000_000, inode: UInt64(mixed))
                }
                try await catalog.change(
                    VideoFolder(username: "user-\(user)", genre: "genre-\(genre)"), storing: files, removing: [])
            }
        }
    }

    func list(_ query: VideoQuery, atLeast least: Int) async throws {
        let page = try await catalog.videos(query)
        guard page.videos.count >= least, page.total >= least else {
            throw PlainSQLite.Failure(description: "A page of \(count) videos is not what it has to be.")
        }
    }
}
