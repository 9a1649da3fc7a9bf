import ArgumentParser
import Mosaic

/// What a storyboard is called.
struct NamingOptions: ParsableArguments {
    @Option(
        name: .customLong("id"), parsing: .unconditional, help: "Name of the storyboard; by default the folder's.")
    var name: String?

    @Option(help: "Title for people.")
    var title: String?

    /// The id of a storyboard of these screenshots.
    ///
    /// - Throws: `invalidSettings`.
    func id(of source: ScreenshotSource) throws -> StoryboardID {
        guard let name else { return StoryboardID(naming: source.folderName) }
        return try StoryboardID(argument: name)
    }
}

extension StoryboardID {
    /// Parses an id from the command line.
    ///
    /// - Throws: `invalidSettings`.
    init(argument: String) throws {
        guard let id = StoryboardID(rawValue: argument) else {
            throw MosaicError(
                .invalidSettings, "id", "An id has 1 to 128 of the characters A-Z a-z 0-9 - . _ ~ and no dot in front.")
        }
        self = id
    }
}
