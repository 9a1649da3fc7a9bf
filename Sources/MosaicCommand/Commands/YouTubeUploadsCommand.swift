import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import YouTubeUploads

#if Cloud
    import MosaicCloud
#endif

/// `mosaic youtube uploads`: lists the uploads of a channel, newest first.
struct YouTubeUploadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uploads",
        abstract: "Lists the uploads of a channel, newest first, with the chapters in their descriptions.",
        discussion: """
            A terminal gets a table, a pipe the lines of a manifest for mosaic batch -: {"id", "title", "chapters"}. --json \
            prints YouTube's own resource, all pages joined.

            The OAuth access token of the account is read from \(YouTubeAccess.tokenVariable) or, with --token-stdin, from \
            standard input; it is neither stored nor printed. It needs the scope youtube.readonly.

            Chapters follow YouTube's rules: a time and a title a line, the first at 0:00, at least three, ascending, each \
            at least 10 seconds long; else there are none.

            Each request costs a unit of the project's daily quota, 10 000 by default: one for the channel, one for each \
            page. How many were used is printed.

            EXAMPLES
              mosaic youtube uploads --limit 20
              mosaic youtube uploads | mosaic batch - -o library --screenshots s3://shots
              mosaic youtube uploads --since-known library > new.jsonl
              mosaic youtube uploads --channel @GoogleDevelopers --json
            """)

    @Option(
        help: ArgumentHelp(
            "The channel: mine, which is that of the token's account, an id or a handle such as @GoogleDevelopers.",
            valueName: "channel"))
    var channel = "mine"

    @Option(help: "The most uploads.")
    var limit = 100

    @Option(help: "Uploads of a page, 1 to 50; each page costs a unit.")
    var pageSize = YouTubeClient.largestPage

    @Option(help: ArgumentHelp("Begin with this page; an earlier run has printed its token.", valueName: "token"))
    var pageToken: String?

    @Option(
        help: ArgumentHelp(
            "Stop at the first upload that is a storyboard of this library; one that is not there knows none.",
            valueName: "library"))
    var sinceKnown: String?

    @Option(
        help: ArgumentHelp(
            """
            Keep answers in a file, so that pages which have not changed are not sent again (ETags). It has titles and \
            descriptions, and no token.
            """, valueName: "file"))
    var cache: String?

    @Flag(help: "Read the token from the first line of standard input.")
    var tokenStdin = false

    @Option(help: ArgumentHelp("Another server with YouTube's API.", visibility: .hidden))
    var endpoint: String?

    @Flag(exclusivity: .exclusive)
    var form: UploadsForm?

    func validate() throws {
        if ChannelReference(channel) == nil {
            throw ValidationError("--channel takes mine, a channel's id or a handle with its @, not '\(channel)'.")
        }
        guard limit > 0 else { throw ValidationError("--limit takes 1 or more, not '\(limit)'.") }
        guard (1...YouTubeClient.largestPage).contains(pageSize) else {
            throw ValidationError("--page-size takes 1 to \(YouTubeClient.largestPage), not '\(pageSize)'.")
        }
        if let pageToken, pageToken.isEmpty || pageToken.utf8.count > 1_000 {
            throw ValidationError("--page-token takes a token that an earlier run has printed.")
        }
    }

    func run() async throws {
        try await ExitStatus.reporting {
            #if Cloud
                let access = try await YouTubeAccess(readingInput: tokenStdin, endpoint: endpoint)
                try await list(access)
            #else
                throw MosaicError(
                    .unsupported, "youtube", "This tool is built without the trait Cloud, which speaks to YouTube.")
            #endif
        }
    }

    #if Cloud
        private func list(_ access: YouTubeAccess) async throws {
            let file = cache.map(AnswerCacheFile.init(path:))
            let client = YouTubeClient(
                transport: YouTubeHTTPTransport(), token: access.token, endpoint: access.endpoint,
                cache: file?.read())
            var query = UploadsQuery()
            query.channel = ChannelReference(channel) ?? .mine
            (query.limit, query.pageSize, query.pageToken) = (limit, pageSize, pageToken)
            let known = try sinceKnown.map(KnownUploads.init(library:))
            let output = UploadsOutput(form ?? (isatty(1) == 1 ? .table : .lines))
            do {
                let end = try await client.uploads(query) { id in
                    try await known?.has(id) ?? false
                } each: { page in
                    try output.take(page)
                }
                try output.finish()
                await tell(end, units: client.units)
            } catch {
                let units = await client.units
                if units > 0 { StandardError.print("mosaic: \(Self.spent(units))") }
                throw error
            }
            if let file, let answers = await client.cache { try file.write(answers) }
        }

        private func tell(_ end: UploadsEnd, units: Int) async {
            StandardError.print(
                "mosaic: \(end.count) \(end.count == 1 ? "upload" : "uploads") of \(end.channel.title); \(Self.spent(units))"
            )
            if let known = end.known {
                StandardError.print("mosaic: Stopped at \(known), which the library has.")
            } else if let token = end.nextPageToken {
                StandardError.print("mosaic: There are more: --page-token \(token)")
            }
        }

        private static func spent(_ units: Int) -> String {
            "\(units) \(units == 1 ? "unit" : "units") of the daily quota used."
        }
    #endif
}
