import Foundation
import MosaicFixtures
import Testing

/// Sources that `--resume` counts as unchanged, and as changed.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchResumeTests {
    private let films: FilmFolder

    init() throws { films = try FilmFolder() }

    /// Numbers of composed and of unchanged storyboards.
    private func resume() throws -> [Int?] {
        let report = try JSONReport(films.run("--resume", "--json").output)
        #expect(report.number("failed") == 0)
        return [report.number("composed"), report.number("unchanged")]
    }

    private func loseCatalog() throws {
        for name in try films.folder.names(in: "library") where name.hasPrefix(".mosaic-catalog") {
            try films.folder.remove("library/\(name)")
        }
    }

    private func setTime(_ seconds: TimeInterval, of name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: films.folder.path(name))
    }

    @Test(arguments: [true, false])
    func `after the catalog was lost only what changed is made`(isRepaired: Bool) throws {
        try films.draw("a", "b", "c", "d")
        for chapter in 3...4 { try films.put(Array("no picture".utf8), chapter: chapter, in: "d") }
        #expect(try films.run().status == 0)
        try loseCatalog()
        if isRepaired {
            #expect(try BuiltTool.run(["repair", "--library", "library"], in: films.folder).status == 0)
        }
        let before = try films.folder.contents(of: "library/b")
        try films.put(DrawnScreenshot(number: 9).encoded, in: "a")
        try films.draw("c", chapters: 3...3)
        #expect(try resume() == [2, 2])
        #expect(try films.folder.contents(of: "library/b") == before)
        #expect(try resume() == [0, 4])
        #expect(films.fault(of: "c") == nil)
    }

    @Test func `a storyboard that lost a sheet is made again`() throws {
        try films.draw("a", "b")
        #expect(try films.run().status == 0)
        let sheet = try #require(try films.folder.names(in: "library/a").first { $0.hasPrefix("sheet-") })
        try films.folder.remove("library/a/\(sheet)")
        #expect(try resume() == [1, 1])
        #expect(films.fault(of: "a") == nil)
    }

    @Test func `files with a future time count as unchanged`() throws {
        try films.draw("a")
        for chapter in 1...2 { try setTime(4_000_000_000, of: "films/a/ch\(chapter)_\(10 * chapter)s.jpg") }
        let drawn = ContinuousClock.now
        #expect(try films.run().status == 0)
        // A file that was changed a moment ago is looked at again, whatever its time says.
        while ContinuousClock.now < drawn + .seconds(3) {
            _ = try resume()
            usleep(300_000)
        }
        _ = try resume()
        for _ in 0..<2 { #expect(try resume() == [0, 1]) }
    }

    @Test func `other content of the same size, time and file is found out`() throws {
        let name = "films/a/ch1_10s.png"
        let pictures = [1, 2].map { DrawnScreenshot(number: $0, kind: .png).encoded }
        #expect(pictures[0].count == pictures[1].count)
        try films.folder.makeFolder("films/a")
        try films.folder.write(pictures[0], to: name, modified: 1_600_000_000)
        #expect(try films.run().status == 0)
        let track = try films.folder.read("library/a/thumbnails.vtt")
        let handle = try #require(FileHandle(forWritingAtPath: films.folder.path(name)))
        try handle.write(contentsOf: pictures[1])
        try handle.close()
        try setTime(1_600_000_000, of: name)
        #expect(try resume() == [1, 0])
        #expect(try films.folder.read("library/a/thumbnails.vtt") != track)
        #expect(try resume() == [0, 1])
    }

    @Test func `rights and links that change make nothing news`() throws {
        try films.draw("a")
        #expect(try films.run().status == 0)
        let before = try films.folder.contents(of: "library/a")
        let file = films.folder.path("films/a/ch1_10s.jpg")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try FileManager.default.linkItem(atPath: file, toPath: films.folder.path("backup.jpg"))
        #expect(try resume() == [0, 1])
        #expect(try films.folder.contents(of: "library/a") == before)
    }
}
