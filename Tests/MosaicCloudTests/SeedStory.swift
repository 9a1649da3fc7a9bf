import Foundation
import MosaicFixtures
import Testing
import TestSupport
import WebVTT

/// A storyboard as an app sees it that polls its status: the app stops at COMPLETED, and draws a bar of the numbers.
final class SeedStory {
    struct Status: Decodable {
        struct Chapter: Decodable, Equatable {
            let index: Int
            let time: Double
            let title: String?
            let screenshotUrl: String?
        }

        let status: String
        let completedChapters: Int?
        let totalChapters: Int?
        let errorMessage: String?
        let chapters: [Chapter]?

        /// The URLs of the screenshots that have arrived.
        var urls: [String] { (chapters ?? []).compactMap(\.screenshotUrl) }
    }

    private struct Wrapped<Value: Decodable>: Decodable {
        let success: Bool
        let data: Value
    }

    private struct List: Decodable {
        let thumbnails: [String]
    }

    private let id: String
    private let server: BucketServer
    /// Nil where it completes without a certain number.
    private let total: Int?
    /// Objects that are put, or are just being put.
    var put = 0
    private var completed = 0

    init(_ id: String, on server: BucketServer, of total: Int?) {
        (self.id, self.server, self.total) = (id, server, total)
    }

    /// Looks again until it is so; false after minutes.
    func comes(_ condition: () async throws -> Bool) async throws -> Bool {
        try await eventually(within: .seconds(300), condition)
    }

    /// Looks at the status once; numbers never go down, and it never ends early.
    func look() async throws -> Status {
        let answer = try await server.get("/geo/data/screenshot-status/\(id)")
        try #require(answer.status == 200)
        let now = try JSONDecoder().decode(Wrapped<Status>.self, from: Data(answer.body)).data
        try #require(now.status != "FAILED", "\(now)")
        if let total { #expect(now.status != "COMPLETED" || put == total, "\(now) after \(put)") }
        if let count = now.completedChapters {
            #expect((completed...max(completed, put)).contains(count), "\(now) after \(completed)")
            completed = count
        }
        return now
    }

    /// Whether status, list of chapters and track come to show these files, and no others.
    func comesToShow(_ files: [String], status: String) async throws -> Bool {
        try await comes {
            let now = try await look()
            let isCounted = now.completedChapters == (status == "PROCESSING" ? files.count : nil)
            guard now.status == status, isCounted, now.urls == files.map({ "\(id)/\($0)" }) else { return false }
            let (listed, starts) = (try await listed(), try await starts())
            return listed == files.map { BucketServer.screenshotsURL + "\(id)/\($0)" } && starts == Self.starts(files)
        }
    }

    private func listed() async throws -> [String] {
        let answer = try await server.get("/geo/chapters/\(id)/thumbnails")
        try #require(answer.status == 200)
        return try JSONDecoder().decode(Wrapped<List>.self, from: Data(answer.body)).data.thumbnails
    }

    /// When the cues of the track begin; nil without a track.
    private func starts() async throws -> [Int64]? {
        let answer = try await server.get("/storyboards/\(id)/thumbnails.vtt")
        guard answer.status == 200 else { return nil }
        return try CueTrack(parsing: answer.body).cues.map(\.start.milliseconds)
    }

    /// When cues of these files begin: at the times in their names, but the first one at zero.
    private static func starts(_ files: [String]) -> [Int64] {
        [0] + files.dropFirst().compactMap { $0.firstMatch(of: /_(\d+)s/).flatMap { Int64($0.1) }.map { $0 * 1_000 } }
    }
}
