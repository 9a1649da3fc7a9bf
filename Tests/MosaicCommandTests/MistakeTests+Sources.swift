import Foundation
import MosaicFixtures
import Testing

/// Mistakes in sources and outputs, and in the order of a command line.
extension MistakeTests {
    func prepare() throws {
        for (name, text) in [
            ("doc.mp4", "%PDF-1.4\n\u{0}"), (#"b\film.mkv"#, "\u{1A}E\u{0}"), ("My Film.mkv", "\u{1A}E\u{0}"),
            ("texts/a.txt", "text"), ("upper/CH1_4S.JPG", "\u{0}"), ("nest/films/a.mp4", "\u{0}"),
            ("bare/.hidden", "text"), ("deep/shots/ch1_0s.jpg", "\u{0}"), ("numbered/1.jpg", "\u{0}"),
        ] {
            if let slash = name.lastIndex(of: "/") { try workplace.folder.makeFolder(String(name[..<slash])) }
            try workplace.folder.write(Array(text.utf8), to: name)
        }
        for (name, target) in [("loop.mp4", "pool.mp4"), ("pool.mp4", "loop.mp4"), ("links/gone.mkv", "/nowhere.mkv")] {
            try workplace.folder.makeFolder("links")
            try FileManager.default.createSymbolicLink(
                atPath: workplace.folder.path(name), withDestinationPath: target)
        }
    }

    @Test(
        arguments: Mistake.list(
            """
            $ compose doc.mp4 -o new
            65 doc.mp4: It is a PDF document, neither a film nor a folder of screenshots.
            $ compose upper -o new
            66 upper: The letters of a screenshot's name are small: rename CH1_4S.JPG to ch1_4s.jpg, and other files like \
            it.
            $ compose texts -o new
            66 texts: There are no screenshots among its 1 file; their names are ch{number}_{seconds}s.jpg.
            $ compose nest -o new
            66 nest: It holds no screenshots, but the folder films in it holds films; for a storyboard of each: mosaic \
            batch nest -o library
            $ compose deep -o new
            66 deep: It holds no screenshots, but the folder shots in it does: mosaic compose deep/shots, or for every \
            folder in it mosaic batch deep -o library
            $ compose bare -o new
            66 bare: The folder has only hidden entries; mosaic takes films, and folders of pictures \
            ch{index}_{seconds}s.jpg.
            $ batch texts -o new
            66 texts: It holds no films and no folders of screenshots ch{index}_{seconds}s.jpg.
            $ batch numbered -o new
            66 numbered: It holds no films and no folders of screenshots; --interval 10 takes numbered pictures as one for \
            every 10 s.
            $ batch shots -o library/one
            1 library/one: The folder holds one storyboard, not a library of storyboards. Name another folder, which may \
            be new.
            $ compose s3:/bucket/shots -o new
            66 s3:/bucket/shots: There is no such file or folder. The address of a bucket begins with s3://, such as \
            s3://bucket/prefix/.
            $ compose film.mkv --times 0,1:30 -o new
            66 --times 0,1:30: There is no such file; a list of times is a file with a time on each line.
            $ compose film.mkv -o films
            1 films: The folder holds other films (a.mp4), and mosaic batch passes by the films in a storyboard's folder; \
            write into another folder: -o films/film.thumbnails
            $ watch shots -o films
            1 films: The folder holds other films (a.mp4), and mosaic batch passes by the films in a storyboard's folder; \
            write into another folder: -o films/shots.thumbnails
            $ compose shots -o new --id a+b
            64 id: 'a+b' is not an id. An id has 1 to 128 of the characters A-Z a-z 0-9 - . _ ~ and no dot in front. \
            --title takes any text.
            $ loop.mp4
            66 loop.mp4: It cannot be opened: its links lead in a circle.
            $ compose a\\film.mkv -o new
            66 a\\film.mkv: There is no such file or folder. Folders are separated by /, not \\.
            $ compose films\\a.mp4 -o new
            66 films\\a.mp4: There is no such file or folder. Did you mean films/a.mp4?
            $ compose file:///nofilm.mp4 -o new
            66 file:///nofilm.mp4: It is a URL; name the path: /nofilm.mp4
            $ compose shots --times films -o new
            66 --times films: It is a folder; a list is a file.
            $ submit \(String(repeating: "a", count: 256)) --library new
            66 \(String(repeating: "a", count: 256)): It cannot be opened: the name is too long.
            $ --interval 5 shts
            66 shts: There is no such file or folder. Did you mean shots?
            $ compose shots -o b\u{FFFD}
            64 b\u{FFFD}: The name is not valid UTF-8; choose another name.
            $ compose shots -o new --interval 0.0001
            64 --interval 0.0001: The interval has to be 0.001 seconds or more.
            $ batch films -o shots
            1 shots: It holds screenshots (ch1_10s.jpg), and is not a library, which needs a separate folder; mosaic \
            compose shots makes a storyboard of them.
            $ watch library -o new
            66 library: It is a library of storyboards; name a film or a folder of screenshots.
            $ submit text --library new
            65 text: It is text; name a film, or a folder of screenshots.
            $ submit ~/x --library new
            66 ~/x: There is no such file or folder. The shell does not expand ~ in quotes; write $HOME.
            $ compose shots -o text/out
            1 text/out: text is a file, so that nothing can be made in it; -o takes a folder.
            $ compose shots -o s3://bucket/out
            64 s3://bucket/out: Output to an address is not supported yet; name a local folder.
            $ export nothere --export hls
            66 nothere: There is no such file or folder. A storyboard is named by its folder, such as film.thumbnails, or \
            by its id and --library FOLDER.
            $ batch nothere -o new
            66 nothere: There is no such file or folder. batch takes a folder of films or of folders of screenshots.
            $ compose shots -o new --quality 800
            64 --quality 800: A quality of 800 is not within 1...100.
            $ batch films -o new --quality=800
            64 --quality=800: A quality of 800 is not within 1...100.
            $ batch films -o new --interval 0
            64 --interval 0: The interval has to be 0.001 seconds or more.
            $ compose shots -o new --width 160,160
            64 --width 160,160: Two widths give tiles 160 wide; name each width once.
            $ submit film.mkv --library new --interval 0
            64 --interval 0: The interval has to be 0.001 seconds or more.
            $ submit film.mkv --library new --count 0
            64 --count 0: A count of 0 is not within 1...10000.
            $ submit film.mkv --library new --expect 5
            64 --expect 5: A film arrives as a whole, and only screenshots are expected one by one; leave it out.
            $ submit numbered --library new --settle 0
            66 numbered: It holds no ch{number}_{seconds}s.jpg, but 1 picture without times in their names (1.jpg): \
            --interval 10 takes one for every 10 s, --times FILE the times of a list.
            $ import shots -o new
            66 shots: It holds screenshots (ch1_10s.jpg); mosaic compose shots makes a storyboard of them.
            $ import upper/_%d.jpg -o new --grid 5x5
            66 upper/_%d.jpg: No file has this name with the number 0 or 1; sheets are numbered from 0 or 1 on.
            $ import https://x.example/t.vtt -o new
            65 https://x.example/t.vtt: Files are imported from folders of this machine; download the storyboard first.
            $ list library/one
            66 library/one: The folder holds one storyboard, not a library of storyboards; mosaic lookup, tile and export \
            take it.
            $ compose shots -o new --times library/one/mosaic.json
            65 library/one/mosaic.json: It is the record of a storyboard; a list has a line time,title or file,time for \
            each picture.
            $ screenshots nofilm.mp4
            66 nofilm.mp4: There is no such file or folder.
            $ screenshots film.mkv -o shots --count 2
            1 shots: The folder holds other screenshots (ch1_10s.jpg); write into another folder, or add to them with \
            --replace.
            $ screenshots film.mkv -o library/one --count 2
            1 library/one: The folder holds a storyboard or a library; write screenshots into another folder.
            """))
    func `a source or an output of the wrong kind is refused`(mistake: Mistake) throws {
        try prepare()
        try expect("mosaic: \(mistake.answer)\n", of: mistake.line, mistake.status)
        #expect(!workplace.folder.holds("new") && !workplace.folder.holds("shots/.mosaic-catalog.sqlite"))
    }

    @Test(
        arguments: Mistake.list(
            status: 64,
            """
            $ list --libary library
            Unknown option '--libary'. Did you mean '--library'?
            $ compose shots --out new
            Unknown option '--out'. Did you mean '--output'?
            $ serve library --token x
            Unknown option '--token'. Use --auth-token.
            $ --count 5
            No film, folder or command is named beside --count; the shortest line is mosaic film.mp4
            $ compose shots -i 5 -o new
            Unknown option '-i'. Did you mean '--id' or '--interval'?
            $ lookup 1:00 library/one
            The track comes before the time: mosaic lookup library/one 1:00
            $ jobs --library library --limit all
            --limit takes a whole number of 1 to 10000, not 'all'.
            $ submit shots --library new --count 5
            --count chooses frames of a film; shots is not one.
            $ submit film.mkv --library new --count 5 --interval 5
            --count and --interval are two ways to choose times; use one.
            $ worker --library library --metrics-listen localhost
            --metrics-listen takes host:port, such as localhost:9100, or a port alone, not 'localhost'.
            $ compose film.mkv -o new --chapters --chapters-file x
            --chapters and --chapters-file are two lists of chapters; use one.
            $ screenshots film.mkv --count 2 --format png
            Unknown option '--format': screenshots are JPEG files, and --quality is theirs.
            $ show library/one
            library/one is the folder of one storyboard, and show takes storyboards of a library: add --library FOLDER. \
            mosaic lookup, tile and export take the folder.
            $ compose shots -o new --sheet-url https://a.example/{ids}/{path}
            --sheet-url: {ids} is not a placeholder; these are {id}, {path} and {signature}.
            $ batch films -o new --yes
            --yes confirms --prune: add --prune, or leave out --yes.
            $ submit shots --library new --expect -1
            --expect takes a whole number of 1 or more, not '-1'.
            $ compose shots -o new --title -x
            --title takes a value, which is missing; one that begins with a dash is written --title=VALUE.
            $ compose shots -o new --format png --quality 80
            --quality is for JPEG, and a PNG has none: leave out --quality, or --format png.
            $ batch films -o new --estimate --dry-run
            --dry-run lists what a batch would compose; --estimate and --prune store nothing, either.
            $ screenshots film.mkv
            Say which frames: --chapters, --times, --interval or --count, as in mosaic screenshots film.mkv --count 20 -o \
            stills.
            """))
    func `an option that means something else is answered`(mistake: Mistake) throws {
        try expect("Error: \(mistake.answer)\nSee \(mistake.help) --help.\n", of: mistake.line, mistake.status)
    }

    @Test(arguments: [
        ("--preview shots -q", "shots.thumbnails"), ("-o new shots -q", "new"), ("-q -- shots", "shots.thumbnails"),
        ("--title list shots -q", "shots.thumbnails"),
    ])
    func `options may come before the source`(line: String, output: String) throws {
        try expect("", of: line, 0)
        #expect(workplace.folder.holds("\(output)/mosaic.json"))
    }

    @Test func `a folder that holds the film itself, or a copy of it, takes its storyboard`() throws {
        try workplace.folder.makeFolder("web")
        for name in ["web/film.mkv", "my.mkv"] { try workplace.folder.write(Array("\u{1A}E\u{0}".utf8), to: name) }
        for film in ["web/film.mkv", "film.mkv", "my.mkv"] {
            let run = try workplace.run("compose", film, "-o", "web")
            #expect(run.errors.contains("holds other films") == (film == "my.mkv"), "\(run)")
        }
    }

    @Test func `films in the folder of a storyboard are counted and named`() throws {
        try workplace.folder.makeFolder("tree/made")
        for name in ["tree/made/a.mp4", "tree/made/b.mp4"] { try workplace.folder.write([0], to: name) }
        try workplace.folder.write(Array("{}".utf8), to: "tree/made/mosaic.json")
        let fault =
            "It is the folder of a storyboard (mosaic.json), so its 2 films (a.mp4, ...) are passed by; move the "
            + "storyboard or the films out of it.\n"
        try expect("mosaic: tree/made: \(fault)", of: "batch tree/made -o new", 66)
        try expect("mosaic: tree: There is nothing to compose. made: \(fault)", of: "batch tree -o new", 66)
        try FileManager.default.copyItem(
            atPath: workplace.folder.path("shots"), toPath: workplace.folder.path("tree/shots"))
        let run = try workplace.run("batch", "tree", "-o", "new")
        #expect(run.status == 0 && run.errors == "mosaic: made: \(fault)", "\(run)")
        #expect(run.output.contains("\npassed by  2 films in folders of storyboards\n"), "\(run)")
        let report = try JSONReport(workplace.run("batch", "tree", "-o", "new", "--json").output)
        #expect(report.number("passed_by") == 2)
    }

    @Test func `a list that a job needs and that is not there is named`() throws {
        for (option, list) in [("--chapters", "none.txt"), ("--times", "none.csv")] {
            let run = try workplace.run("submit", "film.mkv", "--library", "new", option, list, "--replace")
            #expect(
                run.status == 0
                    && run.errors == "mosaic: \(list): There is no such file or folder. The job needs it.\n", "\(run)")
        }
    }

    @Test func `a command comes before its options`() throws {
        try expect(
            "Error: The command comes before its options: mosaic list ...\n",
            of: "--library library list", 64)
    }

    @Test func `sizes that cannot be made are refused before other sizes than the recorded ones`() throws {
        #expect(try workplace.run("compose", "shots", "-o", "new", "-q").status == 0)
        for (options, answer) in [
            (
                "--grid 50x50",
                "--grid 50x50: A grid of 50x50 cells of 256x144 exceeds 2048 pixels a side; 8x14 fits, or take --max-side 12800 with "
                    + "--allow-large-sheets."
            ),
            (
                "--max-side 9000",
                "--max-side 9000: A side of 9000 pixels is not within 1...4096; --allow-large-sheets takes up to 65500."
            ),
            (
                "--grid 2x2",
                "new/mosaic.json: The storyboard has tiles of 256x144 in cells of 256x144, 5x5 on a sheet; --regrid changes "
                    + "that."
            ),
        ] { try expect("mosaic: \(answer)\n", of: "compose shots -o new \(options)", 64) }
    }

    @Test func `a broken link fails in the first shard, and screenshots beside it are composed`() throws {
        try prepare()
        try FileManager.default.copyItem(
            atPath: workplace.folder.path("shots"), toPath: workplace.folder.path("links/shots"))
        let fault = "gone.mkv: It is a link to /nowhere.mkv, which leads to no file."
        let runs = try ["1/2", "2/2"].map { try workplace.run("batch", "links", "-o", "new", "-q", "--shard", $0) }
        #expect(runs.map(\.errors).joined().ranges(of: fault).count == 1 && runs[0].errors.contains(fault), "\(runs)")
        #expect(runs[1].status == 0 && workplace.folder.holds("new/shots/mosaic.json"), "\(runs)")
        let plan = try workplace.run("batch", "links", "-o", "new", "--dry-run")
        #expect(plan.output.contains("refuse     \(fault)\n"), "\(plan)")
    }
}
