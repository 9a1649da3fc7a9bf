import Mosaic

/// A topic of `mosaic help` that concerns several commands.
enum HelpTopic: String, CaseIterable {
    case films, jellyfin, hosting, json

    /// Finds the topic of `mosaic help TOPIC`; `nil` for every other command line.
    init?(_ arguments: [String]) {
        guard arguments.count == 2, arguments[0] == "help" else { return nil }
        let name = ["emby", "plex"].contains(arguments[1]) ? "jellyfin" : arguments[1]
        guard let topic = HelpTopic(rawValue: name) else { return nil }
        self = topic
    }

    /// The table of exit statuses. A missing path and a folder of another kind give 66; a file of another kind gives
    /// 65.
    static let exitStatus = """
        EXIT STATUS
          0  done                 64  the command line is wrong
          1  it failed            65  the input is damaged, or a file of another kind
          2  some of many failed  66  no input at the path, or a folder of another kind
                                 130  stopped by Ctrl-C before its end
        """

    #if Server
        /// Whether the program has `mosaic serve`.
        static let hasServer = true
    #else
        /// Whether the program has `mosaic serve`.
        static let hasServer = false
    #endif

    /// The message of a program that is built without the server.
    static let withoutServer = """
        This program is built without the trait Server, and serves nothing. swift build -c release --product mosaic \
        builds it with mosaic serve.
        """

    /// The output of `mosaic` without arguments.
    static let start = """
        mosaic makes thumbnails of films for seek bars: sprite sheets and a WebVTT track.

          mosaic film.mp4                         thumbnails of a film, in film.thumbnails
          mosaic film.mp4 --interval 5 --preview  one every 5 s, and a page that shows them
          mosaic batch films -o library           thumbnails of all films in a folder
          mosaic lookup film.thumbnails 1:23      the thumbnail that is shown at a time
        \(hasServer ? "  mosaic serve library                    a server for a library\n" : "")
        mosaic --help lists all commands, mosaic compose --help its options;
        \(list)
        """

    /// The sentence that names all topics.
    static let list = "mosaic help \(allCases.map(\.rawValue).joined(separator: "|")) explains a subject."

    /// The text, at most 80 columns wide.
    var text: String {
        switch self {
        case .films:
            """
            FILMS
              mosaic film.mp4 reads \(FilmName.extensions.sorted().prefix(8).joined(separator: ", ")),
              \(FilmName.extensions.sorted().dropFirst(8).joined(separator: ", ")).
              It takes a tile for every 10 s, at most 720, and at least 20 of a film
              of 20 s or more.
              Reading films takes the program mosaic-frames beside mosaic.

            TIMES
              --interval 5               a tile for every 5 s
              --count 100                100 tiles, evenly spread
              --chapters                 a tile for each chapter that the film names
              --chapters-file list.txt   the same for a list of lines 1:23 Title
              --times list.txt           a tile for each time of a list
              --start 1:30 --end 95%     only this part of the film
              --skip-chapters intro      nothing of chapters whose title has this word

              Times are written as 10, 1.5s, 5m, 1:30 or hh:mm:ss.mmm.

            FRAMES
              --exact always             the frame that is shown at each time
              --no-avoid-blank           black frames, too
            """
        case .jellyfin:
            """
            JELLYFIN, EMBY, PLEX
              mosaic publish jellyfin /media
              writes film.trickplay beside each film: 320 wide, 10x10 tiles, one for
              every 10 s, as Jellyfin has it by default.

              --jellyfin /srv/jellyfin       takes these from the server's settings
              --path-map /srv/media=/media   names a folder as the server sees it
              --dry-run                      lists the files, and writes nothing

              mosaic watch /media            does the same at each change
              mosaic unpublish jellyfin /media  removes the files again

              The library in Jellyfin has to have "Enable trickplay image extraction"
              and "Save trickplay images next to media" on; both are off by default.

              emby writes a BIF file beside each film, plex=FOLDER one into Plex Media
              Server's folder. On a machine without Plex the run with plex fails before
              the first film.
            """
        case .hosting:
            """
            HOSTING
              The folder that mosaic compose writes is static: any web server can
              deliver it. Sheets have names that never change their content; the track
              thumbnails.vtt is written last, and names them relative to itself.

              --base-url https://cdn.example/film/   whole URLs, for a page elsewhere

              If page and track have different hosts, <video> takes the attribute
              crossorigin, and the track's host sends Access-Control-Allow-Origin.

              mosaic doctor https://cdn.example/film/thumbnails.vtt
              checks a published track: which players break on it, and why.

            MOSAIC'S OWN SERVER\(Self.hasServer ? "" : ", which this program is built without")
              mosaic serve library                   http://127.0.0.1:8080
              the track of a storyboard              /storyboards/ID/thumbnails.vtt
              MOSAIC_AUTH_TOKEN=... mosaic serve --library library --host 0.0.0.0
              curl -H 'Authorization: Bearer ...' http://HOST:8080/storyboards
            """
        case .json:
            """
            JSON
              --json prints one document, whose member "version" is 1 until a member
              changes its meaning; new members may come at any time. Times are whole
              milliseconds, in members that end with _ms.

              mosaic compose --json   "id", "links", "tiles", "sheets", "bytes",
                                      "geometry", "placeholders", "damaged", "skipped",
                                      "notes", "decoded", "reused_tiles", "film"
              mosaic lookup --json    "sheet", "x", "y", "w", "h", "start_ms", "end_ms",
                                      "index", "policy"; null if no tile is shown
              mosaic list --json      "storyboards", "total", "limit", "offset",
                                      "has_more"
              mosaic batch - --json   a line of JSON for each line of the manifest

              mosaic list --library library --json | jq -r '.storyboards[].id'

            \(Self.exitStatus)
            """
        }
    }
}
