import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

/// Concurrent publications in a store without locks.
struct ConditionalPublishingTests {
    private let store = MemoryStore()
    private let id = StoryboardID(naming: "film")

    private func publish(_ edition: Int, by publisher: StoryboardPublisher) async throws {
        let drawing = DrawnStoryboard(edition: edition)
        let storyboard = try drawing.storyboard()
        var staged: [StagedObject] = []
        for (sheet, bytes) in zip(storyboard.sheets, drawing.sheetBytes) {
            if let object = try await publisher.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try await publisher.publish(storyboard, sheets: staged, keepingOld: 60, now: Date())
    }

    private func publisher() async throws -> StoryboardPublisher { try await StoryboardPublisher(of: id, in: store) }

    @Test(arguments: [0, 1])
    func `the second of two publications after the same one fails and changes nothing`(before: Int) async throws {
        for edition in 0..<before { try await publish(edition, by: publisher()) }
        let (first, second) = (try await publisher(), try await publisher())
        try await publish(7, by: first)
        let published = store.keys
        #expect(await failure { try await publish(8, by: second) }?.code == .conflict)
        #expect(store.keys == published && store.stagedCount == 0)
        let now = try await publisher()
        #expect(try now.previous == DrawnStoryboard(edition: 7).storyboard())
        #expect(try await now.shows(DrawnStoryboard(edition: 7).storyboard()))
        try await publish(8, by: now)
        #expect(try await publisher().previous == DrawnStoryboard(edition: 8).storyboard())
    }

    @Test func `a record that was copied in meanwhile is not replaced`() async throws {
        let publisher = try await publisher()
        let key = publisher.key(Storyboard.recordName)
        try await store.put(key, [7])
        #expect(await failure { try await publish(1, by: publisher) }?.code == .conflict)
        #expect(try await store.read(key, limit: 9) == [7])
        #expect(store.keys == [key.rawValue])
    }
}
