import MosaicFixtures
import Testing

/// Words of a command line that belong elsewhere.
extension MistakeTests {
    @Test(
        arguments: Mistake.list(
            status: 64,
            """
            $ film.mk
            There is no command 'film.mk', and no film or folder of this name. Did you mean film.mkv?
            See mosaic --help.
            $ film
            There is no command 'film', and no film or folder of this name. Did you mean film.mkv?
            See mosaic --help.
            $ version
            There is no command 'version'; did you mean 'mosaic --version'?
            $ film.mkv \u{2014}interval 5 -o new
            \u{2014}interval begins with a long dash; an option begins with two short ones: --interval
            $ delete a --library library
            There is no command 'delete'; did you mean 'mosaic remove'?
            $ convert film.mkv
            There is no command 'convert'; did you mean 'mosaic compose'?
            $ frobnicate a --library library
            There is no command 'frobnicate', and no film or folder of this name.
            See mosaic --help.
            $ compose film.mkv --export bif hls -o out
            --export takes its values with commas between them: --export bif,hls.
            See mosaic compose --help.
            $ compose film.mkv --width 160 320 480
            --width takes its values with commas between them: --width 160,320,480.
            See mosaic compose --help.
            $ shots/ch1_10s.jpg shots/ch2_20s.jpg -o out
            2 pictures of one folder are named; mosaic compose shots -o out composes the folder.
            See mosaic compose --help.
            $ film.mkv stills
            There is no film or folder stills; mosaic compose film.mkv -o stills writes into it.
            See mosaic compose --help.
            """))
    func `a word that is neither a command, an option nor a source is answered`(mistake: Mistake) throws {
        try expect("Error: \(mistake.answer)\n", of: mistake.line, mistake.status)
    }

    @Test(
        arguments: Mistake.list(
            status: 64,
            """
            $ compose film.mkv -interval 5 -o new
            Unknown option '-interval'. Did you mean '--interval'?
            $ compose film.mkv -w 320 -o new
            Unknown option '-w'. Use --width, which takes a number of pixels, such as 160, or several: 160,320.
            $ compose film.mkv --fps 2
            Unknown option '--fps'. Use --interval, which takes a time, such as 10, 1.5s, 5m or 1:30.
            $ compose -i film.mkv
            Unknown option '-i'. A film, folder or track is named without an option.
            $ export out --format bif
            Unknown option '--format'. Use --export.
            $ compose film.mkv -ss 10
            Unknown option '-ss'. Use --start, which takes a time, such as 10, 1.5s, 5m or 1:30, or per cent of the film, \
            0% to 100%.
            $ compose film.mkv -vf fps=1/10
            Unknown option '-vf'. Filters are not taken; --interval 10 takes a picture every 10 s, and --width scales it.
            $ export out --recursive
            Unknown option '--recursive'.
            $ export out -f hls
            Unknown option '-f'. Use --export.
            $ compose film.mkv -f png
            Unknown option '-f'. Use --format.
            $ compose film.mkv -t 10
            Unknown option '-t'. Use --end, which takes a time, such as 10, 1.5s, 5m or 1:30, or per cent of the film, 0% \
            to 100%.
            $ lookup out -t 10
            Unknown option '-t'. The time follows the track without an option: mosaic lookup out/thumbnails.vtt 1:23
            $ compose film.mkv --cadence 5
            Unknown option '--cadence'. mosaic export has it.
            $ submit film.mkv -o library
            Unknown option '-o'. Use --library.
            $ remove --all --library library
            Unknown option '--all'. remove takes the ids that mosaic list shows; a whole library is a folder to delete.
            $ batch films -o new --recursive
            Unknown option '--recursive'. batch reads the folders below ROOT without it.
            $ compose film.mkv --format webp
            --format takes jpeg or png, not 'webp'.
            $ batch films
            batch takes -o FOLDER, the library to write: mosaic batch films -o library.
            $ compose film.mkv --overwrite
            Unknown option '--overwrite'. Use --replace.
            $ compose film.mkv -o
            -o takes a folder, which is missing.
            $ compose film.mkv --count 2.5
            --count takes a whole number of 1 to 10000, not '2.5'.
            $ batch films -o new --prune --estimate
            --estimate goes with a folder, and with --resume alone: leave out --prune.
            $ batch films -o new --start 5
            --start is the first time of --interval: add --interval, such as --interval 10.
            """))
    func `an option that is mistyped or lacks another one is answered`(mistake: Mistake) throws {
        try expect("Error: \(mistake.answer)\nSee \(mistake.help) --help.\n", of: mistake.line, mistake.status)
    }

    @Test func `a name with spaces that the shell split is quoted`() throws {
        try prepare()
        let advice = "A name with spaces takes quotes: 'My Film.mkv'."
        try expect("Error: \(advice)\nSee mosaic compose --help.\n", of: "compose My Film.mkv -o new", 64)
        let run = try workplace.run("My", "Film.mkv")
        #expect(run.errors.hasPrefix("Error: There is no command 'My', and no film or folder of this name. A name"))
    }
}
