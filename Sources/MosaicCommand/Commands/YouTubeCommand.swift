import ArgumentParser

/// `mosaic youtube`: what a channel has on YouTube.
struct YouTubeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "youtube", abstract: "Reads the uploads of a channel on YouTube.",
        discussion: """
            EXAMPLES
              mosaic youtube uploads
              mosaic youtube uploads --json --limit 5
            """,
        subcommands: [YouTubeUploadsCommand.self])
}
