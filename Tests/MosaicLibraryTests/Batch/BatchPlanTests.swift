import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Which folder becomes which storyboard.
struct BatchPlanTests {
    private func walk(_ names: String...) -> SourceTree.Walk {
        var walk = SourceTree.Walk()
        walk.folders = names.map { SourceTree.Folder(path: "/root/" + $0, name: $0) }
        return walk
    }

    @Test func `each folder has an id and no conflict`() {
        let plan = BatchPlan(walk("a", "b/c", "b-c"), naming: .path)
        #expect(plan.sources.map(\.place.name) == ["a", "b/c", "b-c"])
        #expect(Set(plan.sources.map(\.id)).count == 3 && plan.sources.allSatisfy { $0.conflict == nil })
    }

    @Test func `folders of one id name each other`() {
        let plan = BatchPlan(walk("x/film", "other", "y/film", "z/film"), naming: .slug)
        #expect(plan.sources.map(\.conflict?.other) == ["y/film", nil, "x/film", "x/film"])
    }

    @Test func `the first of several sources with one id is composed`() {
        let forged = SourceNaming.path.id(of: "a/b").rawValue
        let plan = BatchPlan(walk("a/b", "other", forged), naming: nil)
        #expect(plan.sources.map(\.conflict?.other) == [nil, nil, "a/b"])
    }

    @Test func `a name made to look like a derived id is found out`() {
        let forged = SourceNaming.path.id(of: "a/b").rawValue
        let plan = BatchPlan(walk("a/b", forged), naming: .path)
        #expect(plan.sources.map(\.conflict?.other) == [forged, "a/b"])
    }

    @Test func `shards part the sources, and collisions are seen across them`() {
        let walk = walk("x/film", "y/film", "one", "two", "three", "four", "five")
        let parts = (1...3).map { BatchPlan(walk, naming: .slug, shard: Shard(index: $0, count: 3)) }
        #expect(parts.map(\.sources.count).reduce(0, +) == 7)
        #expect(parts.flatMap(\.sources).count { $0.conflict != nil } == 2)
    }

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

    @Test func `a name that is an id is unchanged`() {
        #expect(SourceNaming.path.id(of: "film").rawValue == "film")
        #expect(SourceNaming.path.id(of: "-dash").rawValue == "-dash")
        #expect(SourceNaming.slug.id(of: "crime/-dash").rawValue == "-dash")
    }

    @Test func `paths that read alike have ids of their own`() {
        let paths = ["a/b", "a-b", "a b", "a\u{301}/b", "á/b", "a/b ", "A/b", ".hidden", "a/\u{301}b", "x\u{202E}y"]
        #expect(Set(paths.map { SourceNaming.path.id(of: $0) }).count == paths.count)
        #expect(Set(paths.map { SourceNaming.hash.id(of: $0) }).count == paths.count)
    }

    @Test func `a slug is the folder's own name, also where a mark joins the slash`() {
        #expect(SourceNaming.slug.id(of: "crime/2024/film_3") == SourceNaming.slug.id(of: "film_3"))
        // The mark and the slash are one character of a string, and two of a path.
        #expect(SourceNaming.slug.id(of: "crime/\u{301}film") == StoryboardID(naming: "\u{301}film"))
    }

    @Test func `a prefix gives the ids of a larger tree`() {
        #expect(SourceNaming.path.id(of: "a", prefix: "x") == SourceNaming.path.id(of: "x/a"))
        #expect(SourceNaming.hash.id(of: "a", prefix: "x") == SourceNaming.hash.id(of: "x/a"))
        #expect(SourceNaming.slug.id(of: "b/a", prefix: "x") == StoryboardID(naming: "x/a"))
    }

    @Test func `a hash is the same on every machine`() {
        #expect(SourceNaming.hash.id(of: "crime/film 3").rawValue == "397be2fbc7a5579454f5ba7d78d06190")
    }
}
