import MosaicEmbedded
import MosaicLibrary

/// A library that is named by position: `mosaic list library`, `mosaic show library film-7`.
enum LibraryArgument {
    /// Commands whose only argument is a library.
    private static let alone: Set<String> = ["jobs", "list", "repair", "worker"]
    /// Commands that take storyboards, among which a folder with a catalog is their library.
    static let besides: Set<String> = ["cancel", "remove", "restore", "retry", "show"]

    /// The arguments with the option `--library` before a library that is named by position.
    static func named(in arguments: [String]) -> [String] {
        guard let command = arguments.first, alone.contains(command) || besides.contains(command) else {
            return arguments
        }
        let isNamed = arguments.contains { $0 == "--library" || $0.hasPrefix("--library=") }
        let position = arguments.indices.dropFirst().first { index in
            let (word, before) = (arguments[index], arguments[index - 1])
            // The word after an option may be its value.
            guard !word.hasPrefix("-"), index == 1 || !before.hasPrefix("-") || before == "--json" else { return false }
            return alone.contains(command) || StoryboardLibrary.isEmbedded(at: word)
        }
        guard !isNamed, let position else { return arguments }
        return arguments[..<position] + ["--library"] + arguments[position...]
    }
}
