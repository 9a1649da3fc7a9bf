import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Parts of all storyboards.
struct ShardTests {
    private static let ids = (0..<1_000).map { StoryboardID(naming: "film-\($0)") }

    @Test func `every storyboard is in exactly one part, and no part is empty`() throws {
        let shards = try (1...7).map { try #require(Shard(index: $0, count: 7)) }
        for id in Self.ids { #expect(shards.count { $0.contains(id) } == 1) }
        for shard in shards { #expect((80...220).contains(Self.ids.count(where: shard.contains))) }
    }

    @Test func `every line that names no storyboard is in exactly one part`() throws {
        let shards = try (1...7).map { try #require(Shard(index: $0, count: 7)) }
        for line in 1...50 { #expect(shards.count { $0.contains(line: line) } == 1) }
    }

    @Test func `parts are the same on every machine`() throws {
        // sha256("film") begins with d0607f7ad2628b2a.
        let film = StoryboardID(naming: "film")
        let holding = try (1...8).filter { try #require(Shard(index: $0, count: 8)).contains(film) }
        #expect(holding == [3])
    }

    @Test(arguments: [(0, 4), (5, 4), (1, 0), (-1, 4), (1, -4), (1, 100_001)])
    func `there is no such part`(index: Int, count: Int) { #expect(Shard(index: index, count: count) == nil) }
}
