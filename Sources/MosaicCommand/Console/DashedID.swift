import CommandSupport

/// An id such as `-sh`, which the parser would read as letters of options, `-h` among them.
struct DashedID: CustomStringConvertible {
    private static let valued: Set<String> = ["--id", "--library", "--catalog", "--screenshot"]

    private let id: String
    private let command: String

    /// Finds the first one in the arguments of a command that takes ids; `nil` without one, and for an option that lacks
    /// a dash, such as `-json`.
    init?(in arguments: [String]) {
        guard let command = arguments.first, LibraryArgument.besides.contains(command) else { return nil }
        let words = arguments.prefix { $0 != "--" }
        let pair = zip(words.dropFirst(), words).first { word, before in
            !Self.valued.contains(before) && word.wholeMatch(of: /-[A-Za-z0-9_][A-Za-z0-9_.-]+/) != nil
        }
        guard let pair else { return nil }
        let options = DeclaredOptions(of: arguments).names.filter { $0.hasPrefix("--") } + ["--help"]
        guard EditDistance.nearest(to: "-" + pair.0, among: options) == nil else { return nil }
        (id, self.command) = (pair.0, command)
    }

    var description: String {
        "There is no option \(id). An id that begins with a dash comes last, after two dashes: mosaic \(command) "
            + "--library FOLDER -- \(id)"
    }
}
