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
}
