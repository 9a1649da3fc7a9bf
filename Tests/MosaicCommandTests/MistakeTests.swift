import Foundation
import MosaicFixtures
import Testing

/// Command lines with a mistake, as a user types them, and the whole answer.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct MistakeTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.draw(1...1)
        for name in ["empty", "films", "library/one"] { try workplace.folder.makeFolder(name) }
        for (name, text) in [
            ("film.mkv", "\u{1A}E\u{0}"), ("song.mp3", "ID3"), ("films/a.mp4", "\u{0}"),
            ("library/.mosaic-catalog.sqlite", ""), ("library/one/mosaic.json", "{}"),
        ] { try workplace.folder.write(Array(text.utf8), to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("broken.mp4"), withDestinationPath: "/nowhere.mp4")
    }

    @Test(
        arguments: [
            ("nofilm.mp4", 66, "mosaic: nofilm.mp4: There is no such file or folder."),
            ("in/nofilm.mp4", 66, "mosaic: in/nofilm.mp4: There is no such file or folder."),
            ("compose shot -o out", 66, "mosaic: shot: There is no such file or folder. Did you mean shots?"),
            ("compose empty", 66, "mosaic: empty: The folder is empty."),
            (
                "compose films", 66,
                "mosaic: films: It holds 1 film (a.mp4) and no screenshots; for a storyboard of each: mosaic batch films "
                    + "-o library"
            ),
            ("broken.mp4", 66, "mosaic: broken.mp4: It is a link to /nowhere.mp4, which does not exist."),
            (
                "shots/ch1_10s.jpg", 66,
                "mosaic: shots/ch1_10s.jpg: It is one picture; name a film, or the folder that the pictures are in."
            ),
            ("compose shots -o song.mp3", 1, "mosaic: song.mp3: It is a file; -o takes a folder."),
            ("compose shots --times none.csv", 66, "mosaic: none.csv: There is no such file or folder."),
            (
                "batch film.mkv -o new", 66,
                "mosaic: film.mkv: It is a film, and batch takes a folder of films; for one: mosaic compose film.mkv"
            ),
            ("batch empty -o new", 66, "mosaic: empty: The folder is empty."),
            (
                "lookup film.mkv 30", 65,
                "mosaic: film.mkv: It is a film, not a track; name its track, such as out/thumbnails.vtt."
            ),
            (
                "lookup library 30", 66,
                "mosaic: library: It is a library; name one of its storyboards, such as library/one."
            ),
            (
                "tile shots 30 -o t.jpg", 66,
                "mosaic: shots: The folder has no thumbnails.vtt; mosaic compose makes a storyboard."
            ),
            (
                "export film.mkv --export hls", 66,
                "mosaic: film.mkv: It is a film, not a storyboard; mosaic compose film.mkv makes one."
            ),
            ("screenshots shots -o stills --count 2", 66, "mosaic: shots: It is a folder; name a film."),
            (
                "list --library none", 66,
                "mosaic: none: There is no such library: mosaic batch and mosaic submit make one."
            ),
            ("list", 64, "Error: Which library? Add --library FOLDER, or set MOSAIC_LIBRARY.\nSee mosaic list --help."),
            ("help frobnicate", 64, "Error: There is no command 'frobnicate'; mosaic --help lists all of them."),
            (
                "lookup https://x.example/thumbnails.vtt 30", 66,
                "mosaic: https://x.example/thumbnails.vtt: Tracks at an address are read by mosaic doctor only; download the "
                    + "folder first."
            ),
            (
                "publish film", 64,
                "Error: There is no command 'publish', and no film or folder of this name.\nSee mosaic --help."
            ),
            (
                "frobnicate", 64,
                "Error: There is no command 'frobnicate', and no film or folder of this name.\nSee mosaic --help."
            ),
            (
                "compose film.mkv --count 2 --interval 5", 64,
                "Error: --count and --interval are two ways to choose times; use one.\nSee mosaic compose --help."
            ),
            (
                "compose shots films -o out", 64,
                "Error: -o is the folder of one storyboard. Without it each source has a folder beside it; mosaic batch FOLDER "
                    + "-o LIBRARY composes a folder of films.\nSee mosaic compose --help."
            ),
            (
                "compose . ", 64,
                "Error: Add -o FOLDER to say where to write: . is not a name.\nSee mosaic compose --help."
            ),
        ] as [(String, Int32, String)])
    func `a mistake is answered by the path as it was typed and by what to do`(
        line: String, status: Int32, answer: String
    ) throws {
        let run = try BuiltTool.run(
            line.split(separator: " ").map(String.init), in: workplace.folder, environment: ["MOSAIC_LIBRARY": ""])
        #expect(run.status == status && run.output.isEmpty)
        #expect(run.errors == answer + "\n")
    }

    @Test func `several sources have a folder each, and one that fails stops no other`() throws {
        let run = try workplace.run("compose", "shots", "empty", "-q")
        #expect(run.status == 2 && run.errors == "mosaic: empty: The folder is empty.\n")
        #expect(
            workplace.folder.holds("shots.thumbnails/thumbnails.vtt") && !workplace.folder.holds("empty.thumbnails"))
    }
}
