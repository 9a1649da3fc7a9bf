import Foundation
import MosaicFixtures
import Testing

/// Command lines with a mistake, as a user types them, and the whole answer.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct MistakeTests {
    let workplace = Workplace()

    init() throws {
        try workplace.draw(1...1)
        for name in ["empty", "films", "library/one"] { try workplace.folder.makeFolder(name) }
        for (name, text) in [
            ("film.mkv", "\u{1A}E\u{0}"), ("text", "text"),
            ("song.mp3", "ID3"), ("films/a.mp4", "\u{0}"),
            ("library/.mosaic-catalog.sqlite", ""), ("library/one/mosaic.json", "{}"),
        ] { try workplace.folder.write(Array(text.utf8), to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("broken.mp4"), withDestinationPath: "/nowhere.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("broken"), withDestinationPath: "/nowhere")
    }

    @Test(
        arguments: Mistake.list(
            """
            $ nofilm.mp4
            66 mosaic: nofilm.mp4: There is no such file or folder.
            $ in/nofilm.mp4
            66 mosaic: in/nofilm.mp4: There is no folder 'in'.
            $ compose shot -o out
            66 mosaic: shot: There is no such file or folder. Did you mean shots?
            $ compose empty
            66 mosaic: empty: The folder is empty; mosaic takes films, and folders of pictures ch{index}_{seconds}s.jpg.
            $ compose films
            66 mosaic: films: It holds 1 film (a.mp4) and no screenshots; for a storyboard of each: mosaic batch films -o \
            library
            $ broken.mp4
            66 mosaic: broken.mp4: It is a link to /nowhere.mp4, which does not exist.
            $ shots/ch1_10s.jpg
            65 mosaic: shots/ch1_10s.jpg: It is one picture; name a film, or the folder that the pictures are in.
            $ compose shots -o song.mp3
            1 mosaic: song.mp3: It is a file; -o takes a folder.
            $ compose shots --times none.csv
            66 mosaic: --times none.csv: There is no such file or folder.
            $ batch film.mkv -o new
            65 mosaic: film.mkv: It is a film, and batch takes a folder of films; for one: mosaic compose film.mkv
            $ batch empty -o new
            66 mosaic: empty: The folder is empty; mosaic takes films, and folders of pictures ch{index}_{seconds}s.jpg.
            $ lookup film.mkv 30
            65 mosaic: film.mkv: It is a film, not a track; name its track, such as out/thumbnails.vtt.
            $ lookup library 30
            66 mosaic: library: It is a library; name one of its storyboards, such as library/one.
            $ tile shots 30 -o t.jpg
            66 mosaic: shots: The folder has no thumbnails.vtt; mosaic compose makes a storyboard.
            $ export film.mkv --export hls
            65 mosaic: film.mkv: It is a film, not a storyboard; mosaic compose film.mkv makes one.
            $ screenshots shots -o stills --count 2
            66 mosaic: shots: It is a folder of screenshots; mosaic compose shots makes a storyboard of them.
            $ list --library none
            66 mosaic: none: There is no such library: mosaic batch and mosaic submit make one.
            $ list
            64 Error: Which library? Add --library FOLDER, or set MOSAIC_LIBRARY.
            See mosaic list --help.
            $ help frobnicate
            64 Error: There is no command 'frobnicate'; mosaic --help lists all of them. mosaic help \
            films|jellyfin|hosting|json explains a subject.
            $ lookup https://x.example/thumbnails.vtt 30
            66 mosaic: https://x.example/thumbnails.vtt: Tracks at an address are read by mosaic doctor only; download the \
            folder first.
            $ frobnicate
            64 Error: There is no command 'frobnicate', and no film or folder of this name.
            See mosaic --help.
            $ compose film.mkv --count 2 --interval 5
            64 Error: --count and --interval are two ways to choose times; use one.
            See mosaic compose --help.
            $ compose shots films -o out
            64 Error: 2 sources are named (shots, films), and -o is the folder of one storyboard. Without it each source \
            has a folder beside it; mosaic batch FOLDER -o LIBRARY composes a folder of films.
            See mosaic compose --help.
            $ compose film.mkv --export all,none
            64 Error: --export takes all alone, not in a list: 'all,none'.
            See mosaic compose --help.
            $ compose .
            64 Error: Add -o FOLDER to say where to write: . is not a name.
            See mosaic compose --help.
            """))
    func `a mistake is answered by the path as it was typed and by what to do`(mistake: Mistake) throws {
        try expect(mistake.answer + "\n", of: mistake.line, mistake.status)
    }

    @Test(
        arguments: Mistake.list(
            """
            $ -
            66 mosaic: -: A film cannot be read from standard input, because its index may be at its end; save it to a \
            file.
            $ broken
            66 mosaic: broken: It is a link to /nowhere, which does not exist.
            $ compose ~/film.mp4 -o new
            66 mosaic: ~/film.mp4: There is no such file or folder. The shell does not expand ~ in quotes; write $HOME.
            $ compose ~joe/film.mp4 -o new
            66 mosaic: ~joe/film.mp4: There is no such file or folder. The shell expands ~NAME for a user of this name, \
            and not in quotes.
            $ compose shots -o ~/new
            64 mosaic: ~/new: The shell does not expand ~ in quotes; write $HOME, or ./~ for a folder of this name.
            $ compose film.mkv -o shots
            1 mosaic: shots: The folder holds screenshots; write into another folder.
            $ compose text -o new
            65 mosaic: text: It is text; name a film, or a folder of screenshots.
            $ batch library -o new
            66 mosaic: library: It is a library of storyboards; batch takes the folder of films or of screenshots that it \
            is made of.
            $ batch films -o none --prune
            66 mosaic: none: There is no such library: mosaic batch and mosaic submit make one.
            $ list --library film.mkv
            65 mosaic: film.mkv: It is a film, not a library; mosaic batch FOLDER -o library makes one of a folder of \
            films.
            $ list films
            66 mosaic: films: It holds 1 film (a.mp4), and is not a library; mosaic batch films -o library makes one of it.
            $ list empty
            66 mosaic: empty: The folder is empty, and not a library; mosaic batch FOLDER -o empty makes one in it.
            $ list --library library --catalog none.sqlite
            66 mosaic: --catalog none.sqlite: There is no such catalog. Without --catalog, the one in library is read.
            $ list --library library --catalog films
            64 mosaic: films: It is a folder; --catalog takes a file.
            $ repair --library films
            66 mosaic: films: It holds 1 film (a.mp4), and is not a library; mosaic batch films -o library makes one of it.
            $ repair --library empty
            66 mosaic: empty: There is nothing to repair: the folder holds neither a catalog nor a storyboard. mosaic \
            batch FOLDER -o empty makes a library.
            $ show none film
            64 Error: Which library? Add --library FOLDER, or set MOSAIC_LIBRARY.
            See mosaic show --help.
            $ doctor film.mkv
            65 mosaic: film.mkv: It is a film, not a track; name its track, such as out/thumbnails.vtt.
            $ doctor library
            66 mosaic: library: It is a library; name one of its storyboards, such as library/one.
            $ doctor empty
            66 mosaic: empty: The folder has no thumbnails.vtt; mosaic compose makes a storyboard.
            """))
    func `a path of another kind is answered by its content`(mistake: Mistake) throws {
        try expect(mistake.answer + "\n", of: mistake.line, mistake.status)
        #expect(!workplace.folder.holds("none") && !workplace.folder.holds("new"))
    }

    @Test(
        arguments: [
            ("compose ''", "The path is empty, as a variable of the shell without a value is.", "compose"),
            ("lookup film -5", "-5 is before the start of the film; a time is 0 or more.", "lookup"),
            (
                "compose film.mkv --start 150%",
                "--start takes a time, such as 10, 1.5s, 5m or 1:30, or per cent of the film, 0% to 100%, not '150%'.",
                "compose"
            ),
            (
                "compose shots --base-url cdn.example/film",
                "--base-url takes a whole URL: https://cdn.example/film, or a path such as /film/.", "compose"
            ),
            ("compose shots -j 0", "--jobs takes 1 or more.", "compose"),
            ("tile shots 5 -o t.png", "A tile is cut out as JPEG, not PNG: -o tile.jpg.", "tile"),
            (
                "export shots --export plyr",
                "--export takes all, none or some of vidstack, hls, hls-iframe, dash, bif, jellyfin, chapters, "
                    + "contact-sheet, not 'plyr'; Plyr reads thumbnails.vtt itself.", "export"
            ),
            ("serve library --port abc", "--port takes a whole number of 0 to 65535, not 'abc'.", "serve"),
            ("--versoin", "Unknown option '--versoin'. Did you mean '--version'?", ""),
        ] as [(String, String, String)])
    func `an option with a mistake is answered by its values`(line: String, sentence: String, command: String) throws {
        let help = command.isEmpty ? "mosaic" : "mosaic \(command)"
        try expect("Error: \(sentence)\nSee \(help) --help.\n", of: line, 64)
    }

    @Test(arguments: [
        ("compose shots --preview yes", "--preview is a switch, and takes no value such as 'yes'."),
        ("compose shots -o new -o other", "-o is given twice, as new and as other; give it once."),
        ("compose shots -o new --output other", "--output is given twice, as new and as other; give it once."),
        ("compose shots --width=160 --width 320", "--width is given twice, as 160 and as 320; give it once."),
    ])
    func `an option that would be read otherwise is refused`(line: String, sentence: String) throws {
        try expect("Error: \(sentence)\n", of: line, 64)
    }

    @Test(
        arguments: Mistake.list(
            """
            $ serve films
            66 films: It holds 1 film (a.mp4), and is not a library; mosaic batch films -o library makes one of it.
            $ serve film.mkv
            65 film.mkv: It is a film, not a library; mosaic batch FOLDER -o library makes one of a folder of films.
            $ serve library --auth-token abc
            64 --auth-token: It is too short: a token has 16 characters or more, and openssl rand -hex 32 makes one.
            $ serve library --tls-cert none.pem
            64 --tls-cert: It takes --tls-key, too: the PEM file of its private key.
            $ serve library --tls-cert none.pem --tls-key key.pem
            66 --tls-cert none.pem: There is no such file.
            $ serve library --config bad.json
            65 bad.json: The file has to be one JSON object; line 2, column 2 is not valid JSON.
            """))
    func `a server that cannot begin says why`(mistake: Mistake) throws {
        try workplace.folder.write(Array("{\"port\": 80\n \"host\": 1}".utf8), to: "bad.json")
        try expect("mosaic: \(mistake.answer)\n", of: mistake.line, mistake.status)
    }

    func expect(_ errors: String, of line: String, _ status: Int32) throws {
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        let run = try BuiltTool.run(words, in: workplace.folder, environment: ["MOSAIC_LIBRARY": ""])
        #expect(run.status == status && run.output.isEmpty, "\(run.output)")
        #expect(run.errors == errors)
    }

    @Test func `several sources have a folder each, and one that fails stops no other`() throws {
        let run = try workplace.run("compose", "shots", "empty", "-q")
        #expect(run.status == 2 && run.errors.hasPrefix("mosaic: empty: The folder is empty; "))
        #expect(
            workplace.folder.holds("shots.thumbnails/thumbnails.vtt") && !workplace.folder.holds("empty.thumbnails"))
    }
}
