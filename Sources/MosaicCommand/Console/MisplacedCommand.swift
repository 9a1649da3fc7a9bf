import Mosaic

/// A command's name after options, which the parser would not find.
struct MisplacedCommand: CustomStringConvertible {
    private let command: String

    /// Finds the name; `nil` if the line begins with another word than an option, and if it names a film.
    init?(_ arguments: [String], among names: @autoclosure () -> [String]) {
        // Three dashes are the parser's own, for completions of the shell.
        guard let first = arguments.first, first.hasPrefix("-"), first.count > 1, first != "--",
            !first.hasPrefix("---"), !MosaicCommand.ownOptions.contains(first),
            !arguments.contains(where: { FilmName($0) != nil })
        else { return nil }
        let names = Set(names())
        let command = zip(arguments, arguments.dropFirst()).first { option, word in
            names.contains(word) && !["compose", word].contains { DeclaredOptions(of: [$0]).hasValue(after: option) }
        }
        guard let command else { return nil }
        self.command = command.1
    }

    // The other words may be secrets.
    var description: String { "The command comes before its options: mosaic \(command) ..." }
}
