import CommandSupport

/// A misspelt command name, and the name that was probably meant.
struct CommandNameSlip: CustomStringConvertible {
    /// Words of other tools for commands.
    private static let synonyms = ["convert": "compose", "delete": "remove", "ls": "list", "rm": "remove"]

    private let given: String
    private let meant: String

    /// Nil where the first argument is an option or a name, or like none.
    init?(_ arguments: [String], among names: [String]) {
        guard let given = arguments.first, !given.hasPrefix("-"), given.count <= 32, !names.contains(given) else {
            return nil
        }
        guard let meant = Self.synonyms[given] ?? EditDistance.nearest(to: given, among: names) else { return nil }
        (self.given, self.meant) = (given, meant)
    }

    var description: String { "There is no command '\(given)'; did you mean 'mosaic \(meant)'?" }
}
