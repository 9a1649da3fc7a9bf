import ArgumentParser
import CommandSupport
import Mosaic

/// Options for the id and the title of a storyboard.
struct NamingOptions: OptionTable {
    var name: String?
    var title: String?

    static let options: [DeclaredOption<NamingOptions>] = [
        .option(\.name, "id", parsing: .unconditional, "Name of the storyboard; by default the folder's or film's."),
        .option(\.title, "title", "Title for people; by default a film's name."),
    ]

    /// Id and title from these options.
    var naming: StoryboardNaming { StoryboardNaming(name: name, title: title) }
}

/// Id and title of a storyboard on the command line.
struct StoryboardNaming: Hashable {
    /// The storyboard's id as text; nil derives the id from the folder's or film's name.
    var name: String?
    /// The storyboard's title; nil takes a film's name, and gives a folder's storyboard no title.
    var title: String?

    /// The id of a storyboard of these screenshots.
    ///
    /// - Throws: `invalidSettings`.
    func id(of source: ScreenshotSource) throws -> StoryboardID {
        guard let name else { return StoryboardID(naming: source.displayName) }
        return try StoryboardID(argument: name)
    }

    /// The title of a storyboard of these screenshots; nil for a folder without `--title`.
    func title(of source: ScreenshotSource) -> String? {
        if title == nil, case .film = source.location { return source.displayName }
        return title
    }
}

extension StoryboardID {
    /// Parses an id from the command line.
    ///
    /// - Throws: `invalidSettings`.
    init(argument: String) throws {
        guard let id = StoryboardID(rawValue: argument) else {
            throw MosaicError(
                .invalidSettings, "id", "'\(argument)' is not an id. \(StoryboardID.rule) --title takes any text.")
        }
        self = id
    }
}
