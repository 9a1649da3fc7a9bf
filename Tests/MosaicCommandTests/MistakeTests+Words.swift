import MosaicFixtures
import Testing

/// Words of a command line that belong elsewhere.
extension MistakeTests {
    @Test(
        arguments: [
            (
                "film.mk",
                "There is no command 'film.mk', and no film or folder of this name. Did you mean film.mkv?\nSee "
                    + "mosaic --help."
            ),
            (
                "film",
                "There is no command 'film', and no film or folder of this name. Did you mean film.mkv?\nSee "
                    + "mosaic --help."
            ),
            ("version", "There is no command 'version'; did you mean 'mosaic --version'?"),
            (
                "film.mkv \u{2014}interval 5 -o new",
                "\u{2014}interval begins with a long dash; an option begins with two short ones: --interval"
            ),
            ("delete a --library library", "There is no command 'delete'; did you mean 'mosaic remove'?"),
            ("convert film.mkv", "There is no command 'convert'; did you mean 'mosaic compose'?"),
            (
                "frobnicate a --library library",
                "There is no command 'frobnicate', and no film or folder of this name.\nSee mosaic --help."
            ),
            (
                "compose film.mkv --export bif hls -o out",
                "--export takes its values with commas between them: --export bif,hls.\nSee mosaic compose --help."
            ),
            (
                "compose film.mkv --width 160 320 480",
                "--width takes its values with commas between them: --width 160,320,480.\nSee mosaic compose --help."
            ),
            (
                "shots/ch1_10s.jpg shots/ch2_20s.jpg -o out",
                "2 pictures of one folder are named; mosaic compose shots -o out composes the folder.\nSee mosaic "
                    + "compose --help."
            ),
            (
                "film.mkv stills",
                "There is no film or folder stills; mosaic compose film.mkv -o stills writes into it.\nSee mosaic compose "
                    + "--help."
            ),
        ])
    func `a word that is neither a command, an option nor a source is answered`(line: String, answer: String) throws {
        try expect("Error: \(answer)\n", of: line, 64)
    }

    @Test(
        arguments: [
            (
                "compose film.mkv -interval 5 -o new", "Unknown option '-interval'. Did you mean '--interval'?",
                "compose"
            ),
            (
                "compose film.mkv -w 320 -o new",
                "Unknown option '-w'. Use --width, which takes a number of pixels, such as 160, or several: 160,320.",
                "compose"
            ),
            (
                "compose film.mkv --fps 2",
                "Unknown option '--fps'. Use --interval, which takes a time, such as 10, 1.5s, 5m or 1:30.", "compose"
            ),
            (
                "compose -i film.mkv",
                "Unknown option '-i'. A film, folder or track is named without an option.", "compose"
            ),
            (
                "export out --format bif",
                "Unknown option '--format'. Use --export.", "export"
            ),
            (
                "compose film.mkv -ss 10",
                "Unknown option '-ss'. Use --start, which takes a time, such as 10, 1.5s, 5m or 1:30, or per cent of the film, 0% to 100%.",
                "compose"
            ),
            (
                "compose film.mkv -vf fps=1/10",
                "Unknown option '-vf'. Filters are not taken; --interval 10 takes a picture every 10 s, and --width scales it.",
                "compose"
            ),
            ("export out --recursive", "Unknown option '--recursive'.", "export"),
            ("export out -f hls", "Unknown option '-f'. Use --export.", "export"),
            ("compose film.mkv -f png", "Unknown option '-f'. Use --format.", "compose"),
            (
                "compose film.mkv -t 10",
                "Unknown option '-t'. Use --end, which takes a time, such as 10, 1.5s, 5m or 1:30, or per cent of the film, 0% to 100%.",
                "compose"
            ),
            (
                "lookup out -t 10",
                "Unknown option '-t'. The time follows the track without an option: mosaic lookup out/thumbnails.vtt 1:23",
                "lookup"
            ),
            ("compose film.mkv --cadence 5", "Unknown option '--cadence'. mosaic export has it.", "compose"),
            ("submit film.mkv -o library", "Unknown option '-o'. Use --library.", "submit"),
            (
                "remove --all --library library",
                "Unknown option '--all'. remove takes the ids that mosaic list shows; a whole library is a folder to delete.",
                "remove"
            ),
            (
                "batch films -o new --recursive",
                "Unknown option '--recursive'. batch reads the folders below ROOT without it.", "batch"
            ),
            ("compose film.mkv --format webp", "--format takes jpeg or png, not 'webp'.", "compose"),
            ("batch films", "batch takes -o FOLDER, the library to write: mosaic batch films -o library.", "batch"),
            ("compose film.mkv --overwrite", "Unknown option '--overwrite'. Use --replace.", "compose"),
            ("compose film.mkv -o", "-o takes a folder, which is missing.", "compose"),
            ("compose film.mkv --count 2.5", "--count takes a whole number of 1 to 10000, not '2.5'.", "compose"),
            (
                "batch films -o new --prune --estimate",
                "--estimate goes with a folder, and with --resume alone: leave out --prune.", "batch"
            ),
            (
                "batch films -o new --start 5",
                "--start is the first time of --interval: add --interval, such as --interval 10.", "batch"
            ),
        ])
    func `an option that is mistyped or lacks another one is answered`(
        line: String, sentence: String, command: String
    ) throws {
        try expect("Error: \(sentence)\nSee mosaic \(command) --help.\n", of: line, 64)
    }

    @Test func `a name with spaces that the shell split is quoted`() throws {
        try prepare()
        let advice = "A name with spaces takes quotes: 'My Film.mkv'."
        try expect("Error: \(advice)\nSee mosaic compose --help.\n", of: "compose My Film.mkv -o new", 64)
        let run = try workplace.run("My", "Film.mkv")
        #expect(run.errors.hasPrefix("Error: There is no command 'My', and no film or folder of this name. A name"))
    }
}
