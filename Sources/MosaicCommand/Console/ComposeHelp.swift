/// The short help of `mosaic compose`: the options that most users need. `--help-all` lists every option.
enum ComposeHelp {
    /// Whether a command line asks for it.
    static func isRequested(by arguments: [String]) -> Bool {
        if arguments == ["help", "compose"] { return true }
        let options = arguments.prefix { $0 != "--" }
        return options.first == "compose" && options.contains { $0 == "--help" || $0 == "-h" }
    }

    /// The command line with `--help` for `--help-all`, which the parser does not know.
    static func showingAll(_ arguments: [String]) -> [String] {
        arguments.map { $0 == "--help-all" ? "--help" : $0 }
    }

    /// At most 40 lines of at most 80 columns.
    static let text = """
        Composes thumbnails of a film, or of screenshots, for a player's seek bar:
        sprite sheets, mosaic.json and the track thumbnails.vtt.

        USAGE: mosaic compose SOURCE ... [-o FOLDER] [OPTIONS]

          SOURCE               a film, a folder of screenshots or s3://bucket/prefix/
          -o, --output FOLDER  folder to write (default: SOURCE.thumbnails)
          --replace            replace the storyboard of another source
          --preview            also write a page that shows the thumbnails

        TIMES OF A FILM (default: every 10 s, 20 to 720 tiles)
          --interval TIME      a tile for each 5, 1.5s or 1m
          --count NUMBER       number of tiles, evenly spread
          --chapters           a tile for each chapter that the film names
          --chapters-file FILE a tile for each line 1:23 Title of a list
          --times FILE         a tile for each time of a list
          --start, --end TIME  a part of the film, also in per cent: 95%
          --skip-chapters WORD chapters to leave out, by a word of their titles
          --exact always       frames at the very times, not key frames near them

        SCREENSHOTS
          Names such as ch1_83s.jpg have a number and a time in seconds. Other names
          get times from --interval TIME and --start TIME, or from --times FILE.
          --duration TIME      length of the film

        SHEETS AND TRACK
          --width PIXELS       width of a tile (default: 256); several: 160,320
          --grid CxR           columns and rows of a sheet (default: up to 5x5)
          --quality NUMBER     JPEG quality, 1 to 100 (default: 80)
          --base-url URL       beginning of the sheets' URLs in the track
          --export NAMES       files for other players, such as hls, dash and bif

          --json               a report for programs instead of text
          -q, --quiet          errors only

        mosaic compose --help-all lists all options, mosaic help films explains times.
        """
}
