import ArgumentParser

/// Id and title of a storyboard.
struct NamingOptions: ParsableArguments {
    @Option(
        name: .customLong("id"), parsing: .unconditional,
        help: "Name of the storyboard; by default the folder's or film's.")
    var name: String?

    @Option(help: "Title for people; by default a film's name.")
    var title: String?

    /// The same without a command line.
    var naming: StoryboardNaming { StoryboardNaming(name: name, title: title) }
}
