import ArgumentParser
import CommandSupport
import Mosaic

/// Id and title of a storyboard.
struct NamingOptions: OptionTable {
    var name: String?
    var title: String?

    static let options: [DeclaredOption<NamingOptions>] = [
        .option(\.name, "id", parsing: .unconditional, "Name of the storyboard; by default the folder's or film's."),
        .option(\.title, "title", "Title for people; by default a film's name."),
    ]

    /// The same without a command line.
    var naming: StoryboardNaming { StoryboardNaming(name: name, title: title) }
}

/// Id and title of a storyboard on the command line.
struct StoryboardNaming: Hashable {
    /// Its id as text; nil for that of the folder or film.
    var name: String?
    /// Its title for people; nil for a film's name.
    var title: String?

    /// The id of a storyboard of these screenshots.
    ///
    /// - Throws: `invalidSettings`.
    func id(of source: ScreenshotSource) throws -> StoryboardID {
        guard let name else { return StoryboardID(naming: source.displayName) }
        return try StoryboardID(argument: name)
    }

    /// The title of a storyboard of these screenshots; a folder gives none.
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
