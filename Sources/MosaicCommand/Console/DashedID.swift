import CommandSupport

/// An id such as `-sh`, which the parser would read as letters of options, `-h` among them.
struct DashedID: CustomStringConvertible {
    private let id: String
    private let command: String

    /// Finds the first one in the arguments of a command that takes ids; `nil` without one, and for an option that lacks
    /// a dash, such as `-json`.
    init?(in arguments: [String]) {
        guard let command = arguments.first, LibraryArgument.besides.contains(command) else { return nil }
        let words = arguments.prefix { $0 != "--" }
        let pairs = zip(words.dropFirst(), words).filter { word, _ in
            word.wholeMatch(of: /-[A-Za-z0-9_][A-Za-z0-9_.-]+/) != nil
        }
        guard !pairs.isEmpty else { return nil }
        let options = DeclaredOptions(of: arguments)
        guard let id = pairs.first(where: { !options.hasValue(after: $0.1) })?.0 else { return nil }
        let names = options.names.filter { $0.hasPrefix("--") } + ["--help"]
        guard EditDistance.nearest(to: "-" + id, among: names) == nil else { return nil }
        (self.id, self.command) = (id, command)
    }

    var description: String {
        "There is no option \(id). An id that begins with a dash comes last, after two dashes: mosaic \(command) "
            + "--library FOLDER -- \(id)"
    }
}
