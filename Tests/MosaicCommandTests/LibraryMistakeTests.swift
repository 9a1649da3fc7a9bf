import Foundation
import MosaicFixtures
import Testing

/// Command lines with a mistake about a library, a track or a server's setting, and the whole answer; `MistakeTests` has
/// those about sources.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct LibraryMistakeTests {
    let workplace = Workplace()

    init() throws {
        try workplace.draw(1...2)
    }

    /// The reason of an error about a record of 13 bytes.
    private static let damage =
        "It is not valid JSON: it is cut off after byte 13. Restore the file from a backup, or remove mosaic.json and "
        + "thumbnails.vtt, and compose again."

    func expect(
        _ line: String, _ status: Int32, _ errors: String?, _ environment: [String: String] = [:]
    ) throws {
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        let run = try BuiltTool.run(
            words, in: workplace.folder, environment: ["MOSAIC_LIBRARY": ""].merging(environment) { $1 })
        #expect(run.status == status && run.output.isEmpty, "\(line): \(run.output)")
        #expect(run.errors == (errors.map { $0 + "\n" } ?? ""), "\(line)")
    }

    @Test(
        arguments: Mistake.list(
            status: 64,
            """
            $ remove film --library=
            Error: --library= has no value, as if a variable of the shell were empty; write --library and the value.
            $ remove --id= --library library
            Error: --id= has no value, as if a variable of the shell were empty; write --id and the value.
            $ remove -sh --library library
            Error: There is no option -sh. An id that begins with a dash comes last, after two dashes: mosaic remove \
            --library FOLDER -- -sh
            $ show -json film --library library
            Error: Unknown option '-json'. Did you mean '--json'?
            See mosaic show --help.
            $ serve library --auth-token one --auth-token two
            Error: --auth-token is given twice, with two values; give it once.
            $ --auth-token one serve library
            Error: The command comes before its options: mosaic serve ...
            $ serve --auth-token -one library
            Error: --auth-token takes a value, which is missing; one that begins with a dash is written --auth-token=VALUE.
            See mosaic serve --help.
            $ retry film --failed --library library
            Error: --failed restarts all jobs that failed; name storyboards, or add --failed, and not both.
            See mosaic retry --help.
            $ lookup out
            Error: Missing expected argument '<time>'.
            For example: mosaic lookup out/thumbnails.vtt 397
            See mosaic lookup --help.
            $ tile out 5
            Error: Missing expected argument '--output <output>'.
            For example: mosaic tile out/thumbnails.vtt 397 -o tile.jpg
            See mosaic tile --help.
            $ cancel --library library
            Error: Name the storyboards; mosaic jobs library shows them.
            For example: mosaic cancel film-7 --library library
            See mosaic cancel --help.
            $ show --library library
            Error: Name one storyboard; mosaic list library shows them.
            For example: mosaic show film-7 --library library
            See mosaic show --help.
            $ list library extra
            Error: Unexpected argument 'extra'. mosaic list takes one library; mosaic show extra --library library shows \
            one storyboard.
            For example: mosaic list library
            See mosaic list --help.
            $ youtube upload
            Error: Unexpected argument 'upload'. Did you mean 'mosaic youtube uploads'?
            For example: mosaic youtube uploads
            See mosaic youtube --help.
            $ youtube uploads @Some
            Error: Unexpected argument '@Some'. A channel is named by --channel @Some.
            For example: mosaic youtube uploads --limit 20
            See mosaic youtube uploads --help.
            $ serve
            Error: Name the library, or the folder of one storyboard.
            For example: mosaic serve library
            See mosaic serve --help.
            $ serve '' --read-only
            Error: Name the library, or the folder of one storyboard.
            For example: mosaic serve library
            See mosaic serve --help.
            $ doctor http://
            Error: http:// has no host; a whole URL is https://cdn.example/film/thumbnails.vtt.
            See mosaic doctor --help.
            $ doctor https:///film/thumbnails.vtt
            Error: https:///film/thumbnails.vtt has no host; a whole URL is https://cdn.example/film/thumbnails.vtt.
            See mosaic doctor --help.
            """))
    func `a command line that lacks something is answered by how it is written`(mistake: Mistake) throws {
        try expect(mistake.line, mistake.status, mistake.answer)
    }

    @Test func `a name that the library does not have is answered by the nearest one`() throws {
        try workplace.publish("film-a")
        let unknown = "The library has no storyboard or job with this id, title or path."
        for command in ["retry", "cancel", "show", "remove --yes", "export --export hls", "relayout"] {
            try expect("\(command) film-b --library library", 66, "mosaic: film-b: \(unknown) Did you mean 'film-a'?")
            let isOfJobs = command == "retry" || command == "cancel"
            let list = isOfJobs ? "mosaic jobs lists its jobs." : "mosaic list shows its storyboards."
            try expect("\(command) nosuch --library library", 66, "mosaic: nosuch: \(unknown) \(list)")
        }
        // Names of one or two letters are alike by chance.
        try workplace.publish("m")
        for name in ["x", "mn"] {
            try expect(
                "show \(name) --library library", 66, "mosaic: \(name): \(unknown) mosaic list shows its storyboards.")
        }
        try expect(
            "restore nosuch --library library", 66,
            "mosaic: nosuch: No storyboard that can be restored has this id, title or path: remove --now deletes for good, "
                + "and --keep-old limits the time for the rest; mosaic batch or mosaic submit composes it again.")
        // Named by the beginning of the id.
        try expect(
            "restore film- --library library", 1, "mosaic: film-a: It is published; there is nothing to restore.")
        try expect(
            "list libary", 66,
            "mosaic: libary: There is no such library: mosaic batch and mosaic submit make one. Did you mean library?")
    }

    @Test func `an id may be a word that a switch could be given`() throws {
        try workplace.publish("on")
        try expect(
            "remove --yes off --library library", 66,
            """
            mosaic: off: The library has no storyboard or job with this id, title or path. mosaic list shows its storyboards.
            """)
        #expect(try workplace.run("remove", "--yes", "on", "--library", "library").status == 0)
    }

    @Test func `one dash before help is enough`() throws {
        #expect(try workplace.run("show", "-help").status == 0)
    }

    @Test func `a storyboard whose record is damaged is named by its path`() throws {
        try workplace.compose()
        try workplace.folder.write(Array("{\"version\": 1".utf8), to: "out/mosaic.json")
        let fault = "mosaic: out/mosaic.json: \(Self.damage)"
        for line in ["export out --export hls", "relayout out --grid 1x1", "compose shots -o out", "import out -o new"]
        {
            try expect(line, 65, fault)
        }
        for name in ["mosaic.json", "thumbnails.vtt"] {
            try FileManager.default.removeItem(atPath: workplace.folder.path("out/\(name)"))
        }
        try expect("compose shots -o out -q", 0, nil)
    }

    @Test func `a damaged record is not sought in the output, nor that of the output in the input`() throws {
        for name in ["film-a", "film-b"] { try workplace.publish(name) }
        try workplace.compose()
        try workplace.folder.write(Array("{\"version\": 1".utf8), to: "library/film-a/mosaic.json")
        for line in ["export film-a --library library --export hls -o out", "import library/film-a -o out"] {
            try expect(line, 65, "mosaic: library/film-a/mosaic.json: \(Self.damage)")
        }
        try workplace.folder.write(Array("{\"version\": 1".utf8), to: "out/mosaic.json")
        try expect("import library/film-b -o out", 65, "mosaic: out/mosaic.json: \(Self.damage)")
        try workplace.folder.write([], to: "out/mosaic.json")
        let empty = try workplace.run("export", "out", "--export", "hls").errors
        #expect(empty.hasPrefix("mosaic: out/mosaic.json: The file is empty. Restore the file"))
    }

    @Test func `a storyboard is not imported into its own folder, and missing sheets are named`() throws {
        try workplace.compose()
        try expect(
            "import sheet_%d.jpg -o new --grid 5x5 --interval 10", 66,
            "mosaic: sheet_%d.jpg: No file has this name with the number 0 or 1; sheets are numbered from 0 or 1 on.")
        try expect(
            "import out -o out", 1,
            "mosaic: out: The output is the folder that is read, or lies inside it; write into another folder.")
    }

    @Test func `a time after the end of the film has the last tile, and the track's end is named`() throws {
        try workplace.compose("--duration", "30")
        let end = "mosaic: thumbnails.vtt: The track ends at 00:00:30.000; "
        let none = "mosaic: thumbnails.vtt: No tile is shown at 00:00:31.000."
        try expect("tile out 31 -o tile.jpg --policy active", 1, none)
        #expect(!workplace.folder.holds("tile.jpg"))
        try expect("tile out 31 -o tile.jpg", 0, end + "this is its last tile.")
        #expect(workplace.folder.holds("tile.jpg"))
        #expect(try workplace.run("lookup", "out", "31").errors == end + "this is its last tile.\n")
        try expect("tile out 30 -o tile.jpg", 0, end + "this is its last tile.")
        try workplace.compose()
        let open = try workplace.run("lookup", "out", "9999")
        #expect(
            open.errors
                == "mosaic: thumbnails.vtt: The last tile begins at 00:00:20.000, and the track does not say where the film "
                + "ends; mosaic compose --duration records that.\n")
    }

    @Test func `a server does not begin with a mistyped library or a secret that can be guessed`() throws {
        try workplace.folder.makeFolder("library")
        try workplace.folder.write(Array("note".utf8), to: "note.txt")
        try expect(
            "serve none/library", 66,
            "mosaic: none/library: There is no folder 'none'. mkdir -p none/library makes the folder of a new library.")
        try expect(
            "serve libary --read-only", 66,
            "mosaic: libary: There is no such library: mosaic batch and mosaic submit make one. Did you mean library?")
        try expect(
            "serve s3://bucket/lib", 64,
            "mosaic: s3://bucket/lib: Output to an address is not supported yet; name a local folder.")
        #expect(!workplace.folder.holds("none") && !workplace.folder.holds("libary") && !workplace.folder.holds("s3:"))
        try expect(
            "serve library --tls-cert note.txt --tls-key note.txt", 64,
            "mosaic: note.txt: It is not the PEM file of a certificate: it has no -----BEGIN line, or is damaged.")
        try expect(
            "serve library", 64,
            "mosaic: MOSAIC_LINK_KEY: It has 5 bytes; a secret has 32 or more, and openssl rand -hex 32 makes one.",
            ["MOSAIC_LINK_KEY": "short"])
        for (options, fault) in [
            ("--public-url films", "--public-url: It has to be http:// or https:// and a host, not 'films'."),
            (
                "--url-prefix a%b",
                "--url-prefix: Its parts have letters, digits and - . _ ~ in them, and no others, unlike 'a%b'."
            ),
            ("--on-complete foo", "--on-complete: It has to be an http:// or https:// URL with a host, not 'foo'."),
        ] { try expect("serve library \(options)", 64, "mosaic: \(fault)") }
        try expect(
            "serve library", 64, "mosaic: MOSAIC_PORT: It takes a whole number of 0 to 65535, not 'eighty'.",
            ["MOSAIC_PORT": "eighty"])
    }

    @Test func `a sheet that is missing or cut off is named by its path`() throws {
        try workplace.compose()
        let sheet = "out/\(try workplace.folder.names(in: "out").first { $0.hasPrefix("sheet-") } ?? "")"
        let bytes = try workplace.folder.read(sheet)
        try workplace.folder.write(bytes.dropLast(bytes.count / 2), to: sheet)
        let cut = "The file ends before the end of the picture; it is cut off."
        try expect(
            "tile out 5 -o tile.jpg", 65, "mosaic: \(sheet): \(cut) Fetch it again, or compose the storyboard again.")
        let doctor = try workplace.run("doctor", "out")
        #expect(doctor.status == 65 && doctor.output.contains(cut), "\(doctor)")
        try FileManager.default.removeItem(atPath: workplace.folder.path(sheet))
        let missing =
            "mosaic: \(sheet): There is no such file, which thumbnails.vtt names; fetch it, or compose the storyboard "
            + "again.\n"
        #expect(try workplace.run("tile", "out", "5", "-o", "tile.jpg").errors == missing)
        #expect(try workplace.run("lookup", "out", "5").errors == missing)
    }

    @Test func `a certificate from a pipe or a device is not read beforehand`() throws {
        let pipes = ["serve", "library", "--tls-cert", "/dev/null", "--tls-key", "/dev/null"]
        #expect(try workplace.run(pipes + ["--print-config"]).status == 0)
        try expect(
            "serve library --tls-cert /dev/null", 64,
            "mosaic: --tls-cert: It takes --tls-key, too: the PEM file of its private key.")
    }

    @Test func `a server makes no library whose name is almost that of another`() throws {
        try workplace.publish("m")
        try expect(
            "serve libary", 66,
            "mosaic: libary: There is no such folder. Did you mean library? mkdir -p libary makes the folder of a new "
                + "library.")
        #expect(!workplace.folder.holds("libary"))
    }

    @Test func `a server that makes a library says so first, with the name that was probably meant`() async throws {
        try workplace.folder.makeFolder("library")
        let server = try await ServeProcess(["libary", "--log-level", "info"], in: workplace.folder)
        let first = try #require(server.said.split(separator: "\n").first)
        #expect(
            first.hasSuffix(
                "libary: There was no such folder, so this is a new library without storyboards. Did you mean library?")
        )
        #expect(server.stop() == 0)
    }

    @Test(arguments: [
        (#"{"port": 80"#, "it is cut off after line 1, column 11"),
        ("{\n\"port\": 80,}", "line 2, column 12 is not valid JSON"),
    ])
    func `a file of settings is answered by the place where it stops being JSON`(text: String, fault: String) throws {
        try workplace.folder.write(Array(text.utf8), to: "serve.json")
        try expect(
            "serve library --config serve.json", 65,
            "mosaic: serve.json: The file has to be one JSON object; \(fault).")
    }
}
