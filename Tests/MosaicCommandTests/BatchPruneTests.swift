import Foundation
import MosaicFixtures
import Testing

/// `mosaic batch --prune` if more sources are missing than the limit allows.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchPruneTests {
    private let films: FilmFolder

    init() throws { films = try FilmFolder() }

    private func published() throws -> [String] {
        try films.storyboards().filter { films.folder.holds("library/\($0)/thumbnails.vtt") }
    }

    @Test(arguments: [true, false])
    func `a disk that is not there takes no storyboard with it`(isMountPointThere: Bool) throws {
        try films.draw("disk1/a", "disk1/b", "disk2/c", "disk2/d")
        #expect(try films.run().status == 0)
        try films.folder.remove("films/disk2")
        if isMountPointThere { try films.folder.makeFolder("films/disk2") }
        let listed = try films.run("--prune")
        #expect(listed.status == 0 && listed.output.hasSuffix("2 storyboards would go; --yes removes.\n"))
        #expect(
            listed.errors.contains(
                "films: No films or screenshots are left in the folder disk2, of which 2 storyboards "))
        let refused = try films.run("--prune", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("is a disk missing? --prune-limit 2 allows for that."))
        #expect(try films.run("--prune", "--yes", "--prune-limit", "1").status == 1)
        #expect(try published().count == 4)
        #expect(try films.run("--prune", "--yes", "--prune-limit", "2").status == 0)
        #expect(try published().count == 2)
    }

    @Test func `a part of a folder may go`() throws {
        try films.draw("disk1/a", "disk1/b")
        #expect(try films.run().status == 0)
        try films.folder.remove("films/disk1/b")
        #expect(try films.run("--prune", "--yes").status == 0)
        #expect(try published().count == 1)
    }

    @Test func `pruning more than a tenth and more than ten needs a further option`() throws {
        let names = (10..<22).map { "film\($0)" }
        for name in names { try films.draw(name, chapters: 1...1) }
        #expect(try films.run().status == 0)
        for name in names.prefix(11) { try films.folder.remove("films/\(name)") }
        let refused = try films.run("--prune", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("11 of 12 storyboards would go, more than 10: "))
        #expect(try published().count == 12)
        try films.draw(names[0], chapters: 1...1)
        #expect(try films.run("--prune", "--yes").status == 0)
        #expect(try published() == [names[0], names[11]])
    }

    @Test func `sheets of pruned storyboards stay for the retention period`() throws {
        try films.draw("a", "b", "c")
        #expect(try films.run().status == 0)
        for (name, options) in [("a", []), ("b", ["--keep-old", "0"])] as [(String, [String])] {
            try films.folder.remove("films/\(name)")
            let arguments = ["batch", "films", "-o", "library", "--prune", "--yes"] + options
            #expect(try BuiltTool.run(arguments, in: films.folder).status == 0)
        }
        #expect(try published() == ["c"])
        #expect(try films.folder.names(in: "library/a").contains { $0.hasPrefix("sheet-") })
        #expect(!films.folder.holds("library/b"))
    }
}
