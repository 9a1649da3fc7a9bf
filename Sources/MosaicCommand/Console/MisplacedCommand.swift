import Mosaic

/// A command's name after options, which the parser would not find.
struct MisplacedCommand: CustomStringConvertible {
    private let command: String
    private let others: [String]

    /// Finds the name; `nil` if the line begins with another word than an option, and if it names a film.
    init?(_ arguments: [String], among names: [String]) {
        guard let first = arguments.first, first.hasPrefix("-"), first.count > 1, first != "--",
            !MosaicCommand.ownOptions.contains(first), !arguments.contains(where: { FilmName($0) != nil }),
            let index = arguments.indices.dropFirst().first(where: { index in
                names.contains(arguments[index]) && !["-o", "--output"].contains(arguments[index - 1])
            })
        else { return nil }
        command = arguments[index]
        others = Array(arguments[..<index] + arguments[(index + 1)...])
    }

    var description: String {
        "The command comes before its options: mosaic \(command) \(others.joined(separator: " "))"
    }
}
