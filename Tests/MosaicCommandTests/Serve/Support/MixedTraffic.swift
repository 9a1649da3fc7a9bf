import Foundation
import MosaicFixtures
import Seeded
import Synchronization
import WebVTT

/// Readers and writers of one server until a deadline, with their counts.
final class MixedTraffic: Sendable {
    /// The storyboard that is never removed, and those that come and go.
    static let steady = "film"
    static let passing = ["grow-0", "grow-1", "grow-2", "grow-3"]

    private let port: Int
    private let deadline: ContinuousClock.Instant
    /// Number of begins and ends of each storyboard's removals: its files may be missing if the number is odd or has
    /// changed.
    private let removals = Mutex<[String: Int]>([:])
    private let counts = Mutex<[Int: Int]>([:])

    init(port: Int, until deadline: ContinuousClock.Instant) {
        self.port = port
        self.deadline = deadline
    }

    /// Answers by their status.
    var statuses: [Int: Int] { counts.withLock { $0 } }

    private var isOver: Bool { ContinuousClock.now >= deadline }

    /// Lists, tracks, sheets, tiles and look-ups, in an order that `seed` tells.
    func read(seed: UInt64) throws {
        let client = ServeClient(port: port)
        var random = SeededGenerator(seed: seed)
        while !isOver {
            let id = Bool.random(using: &random) ? Self.steady : Self.passing.randomElement(using: &random) ?? ""
            let time = Double(Int.random(in: 0...140_000, using: &random)) / 1_000
            switch Int.random(in: 0..<10, using: &random) {
            case 0: _ = try ask(client, "/storyboards?limit=3&search=\(id.prefix(2))")
            case 1: _ = try ask(client, "/jobs?limit=5")
            case 2: _ = try ask(client, "/geo/data/screenshot-status/\(id)")
            case 3: _ = try ask(client, "/storyboards/\(id)/preview")
            case 4: try followThumbnails(client, id)
            case 5: try followLookup(client, id, time)
            case 6: _ = try ask(client, "/storyboards/\(id)/tile.jpg?t=\(time)")
            case 7: _ = try ask(client, "/metrics")
            default: try followTrack(client, id, query: Bool.random(using: &random) ? "" : "?max=4")
            }
        }
    }

    /// Makes a storyboard grow chapter by chapter, removes it and begins anew.
    func write(_ id: String, seed: UInt64) throws {
        let client = ServeClient(port: port)
        var random = SeededGenerator(seed: seed)
        while !isOver {
            let chapters = Int.random(in: 1...6, using: &random)
            try count(client.submit(id, "{\"chapters\": \(chapters)}"), [202])
            for number in 1...chapters where !isOver {
                let name = "ch\(number)_\(10 * number)s.jpg"
                try count(client.upload(name, of: id, ServedLibrary.picture(number + chapters)), [200, 201])
                usleep(UInt32.random(in: 0...200_000, using: &random))
            }
            removals.withLock { $0[id, default: 0] += 1 }
            defer { removals.withLock { $0[id, default: 0] += 1 } }
            // A worker that is at it is waited for, but not for ever.
            while try count(client.delete("/storyboards/\(id)"), [204, 409]).status == 409 {}
        }
    }

    private func ask(_ client: ServeClient, _ path: String) throws -> ServeAnswer? {
        let answer = try count(client.get(path), [200, 202, 404])
        return answer.status == 200 ? answer : nil
    }

    @discardableResult
    private func count(_ answer: ServeAnswer, _ expected: Set<Int>) throws -> ServeAnswer {
        counts.withLock { $0[answer.status, default: 0] += 1 }
        try Crowd.check(expected.contains(answer.status), "\(answer.status): \(answer.text.prefix(300))")
        return answer
    }

    private func followTrack(_ client: ServeClient, _ id: String, query: String) throws {
        let removed = removals(of: id)
        guard let answer = try ask(client, "/storyboards/\(id)/thumbnails.vtt\(query)") else { return }
        let track = try CueTrack(parsing: answer.body)
        try Crowd.check(!track.cues.isEmpty, "a track without cues: \(answer.text)")
        let sheets = Set(track.cues.compactMap { CuePayload(parsing: $0.text)?.url })
        for sheet in sheets { try follow(client, "/storyboards/\(id)/\(sheet)", of: id, removed) }
    }

    private func followLookup(_ client: ServeClient, _ id: String, _ time: Double) throws {
        let removed = removals(of: id)
        guard let facts = try ask(client, "/storyboards/\(id)/tile?t=\(time)")?.json else { return }
        for name in ["sheet", "tile"] {
            guard let url = facts[name] as? String else { throw Crowd.Failure(reason: "\(facts)") }
            try follow(client, url.hasPrefix("/") ? url : "/storyboards/\(id)/\(url)", of: id, removed)
        }
    }

    private func followThumbnails(_ client: ServeClient, _ id: String) throws {
        let removed = removals(of: id)
        let names = try ask(client, "/geo/chapters/\(id)/thumbnails")?.json?["thumbnails"] as? [String] ?? []
        for url in names {
            guard let path = url.firstRange(of: "/chapter-screenshots") else { throw Crowd.Failure(reason: url) }
            try follow(client, String(url[path.lowerBound...]), of: id, removed)
        }
    }

    /// Checks that the files of a document are whole, unless the storyboard was removed after the document was read.
    private func follow(_ client: ServeClient, _ path: String, of id: String, _ removed: Int) throws {
        let answer = try count(client.get(path), [200, 404])
        if answer.status == 200 {
            return try Crowd.check(
                answer.body.starts(with: [0xFF, 0xD8]) && answer.body.suffix(2) == [0xFF, 0xD9], "\(path) is torn")
        }
        try Crowd.check(
            removals(of: id) != removed || !removed.isMultiple(of: 2), "\(path) is named and not there")
    }

    private func removals(of id: String) -> Int { removals.withLock { $0[id] ?? 0 } }
}
