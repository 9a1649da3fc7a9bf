import MosaicSystem

/// A flag that is followed by `yes` or `no`, which would be read as another film.
struct FlagWithValue: CustomStringConvertible {
    private static let values: Set<String> = ["yes", "no", "true", "false", "on", "off"]

    private let flag: String
    private let value: String

    /// Finds the first such flag; `nil` without one, if a file has the name of the value, and for commands that
    /// take ids.
    init?(in arguments: [String]) {
        // An id may be such a word.
        guard let command = arguments.first, !LibraryArgument.besides.contains(command) else { return nil }
        let words = arguments.prefix { $0 != "--" }
        let pairs = zip(words, words.dropFirst()).filter { word, value in
            word.hasPrefix("--") && Self.values.contains(value) && FileStatus(path: value) == nil
        }
        guard !pairs.isEmpty else { return nil }
        let options = DeclaredOptions(of: arguments)
        guard let pair = pairs.first(where: { options[$0.0]?.takesValue == false }) else { return nil }
        (flag, value) = pair
    }

    var description: String { "\(flag) is a switch, and takes no value such as '\(value)'." }
}
