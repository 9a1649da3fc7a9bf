import MosaicFixtures
import Testing

/// `mosaic show`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ShowCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...3)
    }

    @Test func `a storyboard is shown with its files and its job`() throws {
        try workplace.publish("film")
        let lines = try workplace.inLibrary("show", "film").output.split(separator: "\n")
        #expect(lines.contains("id        film") && lines.contains("tiles     3 of 40x23"))
        #expect(lines.contains("source    \(workplace.folder.path("shots"))"))
        #expect(lines.contains { $0.hasPrefix("sheets    1, ") && $0.hasSuffix(" KiB") })
        #expect(lines.contains("track     \(workplace.folder.path("library/film/thumbnails.vtt"))"))
        #expect(lines.last == "job       job 1, completed, 3/3 tiles")
    }

    @Test(arguments: ["shots", "./shots/"])
    func `a storyboard is found by its source, and not if the source has two`(source: String) throws {
        try workplace.publish("film")
        #expect(try workplace.inLibrary("show", source).output.hasPrefix("id        film\n"))
        try workplace.publish("other")
        let run = try workplace.inLibrary("show", source)
        #expect(run.status == 64 && run.errors.contains("2 storyboards are made of it: film, other."), "\(run)")
    }

    @Test func `shows the job of an unpublished storyboard`() throws {
        #expect(try workplace.inLibrary("submit", "shots", "--id", "film").status == 0)
        let run = try workplace.inLibrary("show", "film")
        #expect(run.status == 0 && run.output.contains("not published yet") && run.output.contains("job 1, pending"))
    }

    @Test(arguments: [["--", "-abc"], ["--id=-abc"], ["--id", "-abc"]])
    func `an id may begin with a dash`(form: [String]) throws {
        try workplace.publish("-abc")
        let run = try workplace.run(["show", "--library", "library"] + form)
        #expect(run.status == 0 && run.output.hasPrefix("id        -abc\n"), "\(run.errors)")
    }

    @Test func `a storyboard is found by its title, which is its path after a batch`() throws {
        for path in ["films/seven", "other/seven"] {
            try workplace.folder.makeFolder("root/\(path)")
            for number in 1...2 {
                let picture = DrawnScreenshot(number: number).encoded
                try workplace.folder.write(picture, to: "root/\(path)/ch\(number)_\(number)s.jpg")
            }
        }
        #expect(try workplace.run("batch", "root", "-o", "library", "-q").status == 0)
        let byTitle = try workplace.inLibrary("show", "films/seven")
        #expect(byTitle.status == 0 && byTitle.output.contains("title     films/seven\n"), "\(byTitle.errors)")
        #expect(try workplace.inLibrary("show", "seven").status == 66, "a part of a title is not a title")
        for id in ["a", "b"] {
            let submitted = try workplace.inLibrary("submit", "shots", "--id", id, "--title", "One", "--settle", "0")
            #expect(submitted.status == 0)
        }
        #expect(try workplace.inLibrary("worker", "--once").status == 0)
        let several = try workplace.inLibrary("show", "One")
        #expect(several.status == 64 && several.errors == "mosaic: One: 2 storyboards have this title: a, b.\n")
    }

    @Test func `an unknown id exits with 66`() throws {
        try workplace.publish("film")
        let run = try workplace.inLibrary("show", "other")
        #expect(run.status == 66 && run.output.isEmpty && run.errors.hasPrefix("mosaic: other: "))
        let advised = try workplace.inLibrary("show", "ilm")
        #expect(
            advised.errors
                == "mosaic: ilm: The library has no storyboard or job with this id, title or path. mosaic list --search "
                + "ilm finds 1.\n")
        for name in ["a/b", ".."] { #expect(try workplace.inLibrary("show", name).status == 66) }
    }

    @Test func `a storyboard is named by its path or the beginning of its id, if that is one alone`() throws {
        for id in ["film-1", "film-2", "other"] { try workplace.publish(id) }
        for name in ["library/film-1", "library/film-1/", "oth"] {
            #expect(try workplace.inLibrary("show", name).status == 0, "\(name)")
        }
        let several = try workplace.inLibrary("show", "film")
        #expect(
            several.status == 64
                && several.errors == "mosaic: film: 2 storyboards have ids that begin with it: film-1, film-2.\n")
        #expect(try workplace.inLibrary("remove", "oth", "--yes").output.hasPrefix("other: removed"))
        let unknown = try workplace.inLibrary("remove", "nosuch")
        #expect(unknown.status == 66 && unknown.errors.hasPrefix("mosaic: nosuch: The library has no "))
    }

    @Test(arguments: [[], ["a", "b"], ["-abc"], ["a", "--id=b"]])
    func `arguments that are not one id exit with 64`(ids: [String]) throws {
        try workplace.publish("film")
        #expect(try workplace.run(["show", "--library", "library"] + ids).status == 64)
    }
}
