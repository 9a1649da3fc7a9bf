import Foundation
import ScrubFixtures
import Seeded
import Synchronization
import Testing
import Tiers
import WebVTT

@testable import ScrubPreview

/// The look-up table, read off word by word: one pass over all tiles.
private struct LinearReference {
    let starts: [Int64]
    let ends: [Int64]

    func tile(at time: Int64, policy: LookupPolicy) -> Int {
        if policy == .nearest {
            let active = tile(at: time, policy: .active)
            if active >= 0 { return active }
        }
        var best = -1
        var bestValue: Int64 = 0
        var place = 0
        while place < starts.count {
            let (start, end) = (starts[place], max(starts[place], ends[place]))
            // The larger value wins, the earlier tile of equal ones.
            var value: Int64?
            switch policy {
            case .active: if start <= time, time < end { value = start }
            case .hold: if start <= time { value = start }
            case .next: if start >= time { value = -start }
            case .nearest: value = -(time < start ? start - time : max(0, time - end))
            }
            if let value, best < 0 || value > bestValue { (best, bestValue) = (place, value) }
            place += 1
        }
        if best < 0, policy == .next { return tile(at: .max, policy: .hold) }
        return best
    }
}

@Suite struct ThumbnailTrackLookupTests {
    private func load(_ cues: [(start: Int64, end: Int64)]) async throws -> ThumbnailTrack {
        let written = cues.reduce("WEBVTT\n") { text, cue in
            "\(text)\n\(Timestamp(milliseconds: cue.start)) --> \(Timestamp(milliseconds: cue.end))\ns.jpg\n"
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).vtt")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(written.utf8).write(to: file)
        return try await ThumbnailTrack.load(from: file)
    }

    @Test(arguments: LookupPolicy.allCases)
    func `a million random times are answered as one pass over all tiles does`(policy: LookupPolicy) async throws {
        var random = SeededGenerator(seed: 42)
        var cues: [(start: Int64, end: Int64)] = []
        var start: Int64 = 300
        for _ in 0..<7 {
            let length = Int64.random(in: 1...900, using: &random)
            cues.append((start, start + length))
            start += length + [0, 0, .random(in: 0...500, using: &random)][Int.random(in: 0...2, using: &random)]
        }
        let track = try await load(cues)
        let reference = LinearReference(starts: cues.map(\.start), ends: cues.map(\.end))
        var differences = 0
        for _ in Tier.rounds(1_000_000, quick: 100_000) {
            let time = Int64(truncatingIfNeeded: random.next() % UInt64(start + 600))
            let found = track.tile(at: Timestamp(milliseconds: time), policy: policy)
            if found?.index ?? -1 != reference.tile(at: time, policy: policy) { differences += 1 }
        }
        #expect(differences == 0)
    }

    @Test func `a tile has its times and the policy of the look-up`() async throws {
        let track = try await load([(1000, 2000), (3000, 4000)])
        let tile = try #require(track.tile(at: .seconds(2.4)))
        #expect(tile.index == 0)
        #expect(tile.start == Timestamp(milliseconds: 1000))
        #expect(tile.end == Timestamp(milliseconds: 2000))
        #expect(tile.policy == .nearest)
        #expect(tile.sheet.lastPathComponent == "s.jpg")
        #expect(track.tile(at: .seconds(2.4), policy: .next)?.index == 1)
        #expect(track.tile(at: .seconds(2.4), policy: .active) == nil)
        #expect(track.tile(at: .seconds(0), policy: .hold) == nil)
    }

    @Test func `no number traps`() async throws {
        let track = try await load([(1000, 2000)])
        #expect(track.tile(at: .seconds(.nan)) == nil)
        for seconds in [-1, -.infinity, .infinity, 1e300, -1e300, .leastNonzeroMagnitude] {
            #expect(track.tile(at: .seconds(seconds))?.index == 0)
        }
        for number in [-1, 1, .min, .max] { #expect(track.tile(numbered: number) == nil) }
    }

    @Test func `an empty track finds no tile`() {
        let track = ThumbnailTrack()
        #expect(track.tile(at: .zero) == nil)
        #expect(track.tile(numbered: 0) == nil)
        #expect(track.count == 0)
        #expect(track.report == nil)
    }
}
