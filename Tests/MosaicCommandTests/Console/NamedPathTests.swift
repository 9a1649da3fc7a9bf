import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import CommandSupport

/// Errors about a path that the command line names say what the path leads to.
struct NamedPathTests {
    private let folder = TemporaryFolder()

    init() throws {
        for name in ["empty", "films", "story", "library/one", "shots"] { try folder.makeFolder(name) }
        for (name, text) in [
            ("song.mp3", "ID3\u{3}\u{0}"), ("text.mp4", "hello"), ("list.m3u8", "#EXTM3U\n"),
            ("film.mkv", "\u{1A}Eß\u{0}"),
            ("track.vtt", "WEBVTT\n"), ("shots.zip", "PK\u{3}\u{4}"), ("none.mp4", ""), ("one.png", "\u{89}PNG"),
            ("films/a.mp4", "\u{0}"), ("films/b.mkv", "\u{0}"), ("story/mosaic.json", "{}"),
            ("library/.mosaic-catalog.sqlite", ""), ("library/one/mosaic.json", "{}"), ("shots/x.txt", "x"),
            ("renamed.vtt", "\0\0\0\u{14}ftypisom\0\0\0\0isom"),
        ] { try folder.write(Array(text.utf8), to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("broken.mp4"), withDestinationPath: "/nowhere.mp4")
    }

    private func reason(_ name: String, _ role: NamedPath.Role, _ code: MosaicError.Code) -> String? {
        let path = folder.path(name)
        let subject = path.split(separator: "/").last.map(String.init) ?? ""
        guard let error = NamedPath(path, role).explaining(MosaicError(code, subject, "It fails.")) else { return nil }
        // A file of another kind is bad data.
        #expect((error.code == code || error.code == .malformed) && error.subject == path)
        return error.reason.replacing(path, with: name).replacing(folder.path, with: "")
    }

    @Test(arguments: [
        ("nofilm.mp4", "There is no such file or folder."),
        ("fims", "There is no such file or folder. Did you mean /films?"),
        ("broken.mp4", "It is a link to /nowhere.mp4, which does not exist."),
        ("empty", "The folder is empty; mosaic takes films, and folders of pictures ch{index}_{seconds}s.jpg."),
        ("none.mp4", "The file is empty; fetch or record it again."),
        ("song.mp3", "Its name is that of audio, not of a film; name a film."),
        ("text.mp4", "It is text; name a film, or a folder of screenshots."),
        ("track.vtt", "It is a WebVTT track; name a film or a folder of screenshots."),
        ("one.png", "It is one picture; name a film, or the folder that the pictures are in."),
        ("shots.zip", "It is a ZIP archive; unpack it first."),
        ("list.m3u8", "It is a playlist, which is not followed; join it first: ffmpeg -i list.m3u8 -c copy film.mkv"),
        (
            "films",
            "It holds 2 films (a.mp4) and no screenshots; for a storyboard of each: mosaic batch films -o library"
        ),
        ("library", "It is a library of storyboards; name a film or a folder of screenshots."),
        ("story", "It is a storyboard already; name the film or the screenshots that it is made of."),
    ])
    func `a source that cannot be composed is explained`(name: String, words: String) {
        #expect(reason(name, .source, name.contains(".") ? .malformed : .noScreenshots) == words)
    }

    @Test(arguments: [
        ("~/film.mp4", "There is no such file or folder. The shell does not expand ~ in quotes; write $HOME."),
        ("https://x.example/film.mp4", "Films and pictures at an address are not read yet; download them first."),
        ("*.mkv", "There is no such file or folder. The shell expands * outside of quotes, if a name matches."),
        ("-", "A film cannot be read from standard input, because its index may be at its end; save it to a file."),
        ("b\u{FFFD}.mp4", "The name is not valid UTF-8, so it cannot be opened; rename the file."),
    ])
    func `a path that cannot lead to a file is explained`(path: String, words: String) {
        let error = MosaicError(.noScreenshots, path, "There is no such file or folder.")
        #expect(NamedPath(path, .source).explaining(error)?.reason == words)
    }

    @Test(
        arguments: [
            ("film.mkv", .tree, "It is a film, and batch takes a folder of films; for one: mosaic compose film.mkv"),
            ("track.vtt", .tree, "It is a file; batch takes a folder of films or of folders of screenshots."),
            (
                "library", .tree,
                "It is a library of storyboards; batch takes the folder of films or of screenshots that it is made of."
            ),
            ("film.mkv", .track, "It is a film, not a track; name its track, such as out/thumbnails.vtt."),
            ("library", .track, "It is a library; name one of its storyboards, such as library/one."),
            ("shots", .track, "The folder has no thumbnails.vtt; mosaic compose makes a storyboard."),
            ("film.mkv", .storyboard, "It is a film, not a storyboard; mosaic compose film.mkv makes one."),
            ("library", .storyboard, "It is a library; name one of its storyboards, such as library/one."),
            ("track.vtt", .storyboard, "It is a track; name the folder that it lies in."),
            ("film.mkv", .thumbnails, "It is a film, not a storyboard; mosaic compose film.mkv makes one."),
            ("shots", .film, "It is a folder; name a film."),
            ("film.mkv/", .film, "There is no such file or folder. /film.mkv is a file; leave out the slash after it."),
            ("renamed.vtt", .track, "It is a film, not a track; name its track, such as out/thumbnails.vtt."),
            ("song.mp3", .output, "It is a file; -o takes a folder."),
            ("none.csv", .list, "There is no such file or folder."),
        ] as [(String, NamedPath.Role, String)])
    func `another thing than the command takes is explained`(name: String, role: NamedPath.Role, words: String) {
        #expect(reason(name, role, .notFound) == words)
    }

    @Test(
        arguments: [
            ("film.mkv", .malformed), ("films", .notFound), ("nofilm", .notFound), ("track.vtt", nil),
        ] as [(String, MosaicError.Code?)])
    func `a file of another kind is malformed, and a folder without a track is missing input`(
        name: String, code: MosaicError.Code?
    ) {
        #expect(NamedPath(folder.path(name), .track).error?.code == code)
    }

    @Test func `the first bytes of a film that still arrives are not called text`() throws {
        #expect(reason("text.mp4", .arriving, .malformed) == nil)
        for (name, count) in [("long.mp4", 600), ("short", 6)] {
            try folder.write([UInt8](repeating: 0x61, count: count), to: name)
            #expect(
                reason(name, .arriving, .malformed) == "It is text; name a film, or a folder of screenshots.")
        }
    }

    @Test func `advice quotes a path with a space`() throws {
        try folder.write([0], to: "my film.mp4")
        let words = NamedPath(folder.path("my film.mp4"), .storyboard).error?.reason
        #expect(words == "It is a film, not a storyboard; mosaic compose '\(folder.path("my film.mp4"))' makes one.")
    }

    @Test func `a folder of films may become a library, also with a screenshot among them`() throws {
        for name in ["both", "stills"] { try folder.makeFolder(name) }
        for name in ["both/f.mp4", "both/ch1_1s.jpg", "stills/ch1_1s.jpg"] { try folder.write([0], to: name) }
        for name in ["films", "both"] {
            #expect(LibraryObstacle.toMaking(at: folder.path(name), isBesideFilms: true) == nil)
            #expect(LibraryObstacle.toMaking(at: folder.path(name)) != nil)
        }
        #expect(LibraryObstacle.toMaking(at: folder.path("stills"), isBesideFilms: true) != nil)
    }

    @Test func `an output that another process writes is waited for`() {
        #expect(reason("shots", .output, .busy) == "It fails. Wait for its end, or write into another folder.")
    }

    @Test func `a folder of films has a remark for a command that waits for screenshots`() {
        #expect(NamedPath(folder.path("films"), .source).filmsRemark?.reason.hasPrefix("It holds 2 films") == true)
        for name in ["shots", "empty", "song.mp3", "none"] {
            #expect(NamedPath(folder.path(name), .source).filmsRemark == nil)
        }
    }

    @Test func `an error about something else keeps its words`() {
        let error = MosaicError(.noScreenshots, "other", "It fails.")
        #expect(NamedPath(folder.path("empty"), .source).explaining(error) == nil)
        #expect(reason("empty", .source, .busy) == nil)
        #expect(reason("film.mkv", .source, .malformed) == nil)
    }

    @Test(arguments: [
        ("thumbnails.vtt:3", ["lookup", "out/thumbnails.vtt", "30"], "out/thumbnails.vtt:3"),
        ("film.mp4", ["compose", "in/film.mp4", "-o", "out"], "in/film.mp4"),
        ("film.mp4", ["compose", "--output=a/film.mp4", "x"], "a/film.mp4"),
        ("film.mp4", ["compose", "a/film.mp4", "-o", "b/film.mp4"], "film.mp4"),
        ("mosaic.json", ["relayout", "out"], "mosaic.json"),
    ])
    func `a file is named as the user typed it`(subject: String, arguments: [String], typed: String) {
        #expect(TypedPath.of(subject, among: arguments) == typed)
    }
}
