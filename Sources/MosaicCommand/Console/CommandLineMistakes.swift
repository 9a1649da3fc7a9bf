import CommandSupport
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicSystem

/// A command's name after options, where the parser would not find it.
struct MisplacedCommand: CustomStringConvertible {
    private let command: String

    /// Finds the name; `nil` without one, if the line does not begin with an option, or if it names a film.
    init?(_ arguments: [String], among names: @autoclosure () -> [String]) {
        // The parser itself uses three dashes, for shell completions.
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

    // Leaves out the other words, which may be secrets.
    var description: String { "The command comes before its options: mosaic \(command) ..." }
}

/// A misspelt command name, and the name that was probably meant.
struct CommandNameSlip: CustomStringConvertible {
    /// Command names of other tools.
    private static let synonyms = [
        "check": "doctor", "convert": "compose", "create": "compose", "delete": "remove", "generate": "compose",
        "info": "show", "ls": "list", "make": "compose", "rm": "remove", "scan": "batch", "start": "serve",
        "thumbnails": "compose", "undelete": "restore", "validate": "doctor", "version": "--version",
    ]

    private let given: String
    private let meant: String

    /// Nil if the first argument is an option, a known name, or not similar to any name.
    init?(_ arguments: [String], among names: [String]) {
        guard let given = arguments.first, !given.hasPrefix("-"), given.count <= 32, !names.contains(given) else {
            return nil
        }
        guard let meant = Self.synonyms[given] ?? EditDistance.nearest(to: given, among: names) else { return nil }
        (self.given, self.meant) = (given, meant)
    }

    var description: String { "There is no command '\(given)'; did you mean 'mosaic \(meant)'?" }
}

/// A library that is named by position: `mosaic list library`, `mosaic show library film-7`.
enum LibraryArgument {
    /// Commands whose only argument is a library.
    private static let alone: Set<String> = ["jobs", "list", "repair", "worker"]
    /// Commands that take storyboards. A folder with a catalog among their arguments is the library.
    static let besides: Set<String> = ["cancel", "remove", "restore", "retry", "show"]

    /// The arguments with `--library` inserted before a library that is named by position.
    static func named(in arguments: [String]) -> [String] {
        guard let command = arguments.first, alone.contains(command) || besides.contains(command) else {
            return arguments
        }
        let isNamed = arguments.contains { $0 == "--library" || $0.hasPrefix("--library=") }
        let position = arguments.indices.dropFirst().first { index in
            let (word, before) = (arguments[index], arguments[index - 1])
            guard !word.hasPrefix("-"), alone.contains(command) || StoryboardLibrary.isEmbedded(at: word) else {
                return false
            }
            // The word after an option may be its value.
            if index == 1 || !before.hasPrefix("-") || before == "--json" { return true }
            return besides.contains(command) && !DeclaredOptions(of: arguments).hasValue(after: before)
        }
        guard !isNamed, let position else { return arguments }
        return arguments[..<position] + ["--library"] + arguments[position...]
    }
}

/// An id such as `-sh`, which the parser would read as one-letter options, including `-h`.
struct DashedID: CustomStringConvertible {
    private let id: String
    private let command: String

    /// Finds the first such id in the arguments of a command that takes ids; `nil` without one, and for an option that
    /// lacks a dash, such as `-json`.
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

/// An option that begins with an en or em dash, which text editors substitute for two hyphens.
struct LongDash: CustomStringConvertible {
    private let word: String

    /// Finds the first such word; `nil` without one, and for the name of an existing file.
    init?(in arguments: [String]) {
        let word = arguments.prefix { $0 != "--" }.first { word in
            guard let first = word.first, ["\u{2013}", "\u{2014}"].contains(first) else { return false }
            let name = word.dropFirst().drop { $0 == "-" }
            return ("a"..."z").contains(name.first ?? " ") && FileStatus(ofLinkItself: word) == nil
        }
        guard let word else { return nil }
        self.word = word
    }

    var description: String {
        "\(word) begins with a long dash; an option begins with two short ones: "
            + "--\(word.drop { !$0.isLetter })"
    }
}

/// A flag followed by a value such as `yes` or `no`, which the parser would read as another film.
struct FlagWithValue: CustomStringConvertible {
    private static let values: Set<String> = ["yes", "no", "true", "false", "on", "off"]

    private let flag: String
    private let value: String

    /// Finds the first such flag; `nil` without one, if a file has the name of the value, and for commands that
    /// take ids.
    init?(in arguments: [String]) {
        // Such a word may be an id.
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

/// An option `--name=` without a value, for which the parser would take the next word.
struct EmptyOptionValue: CustomStringConvertible {
    private let option: Substring

    /// Finds the first such option; `nil` without one.
    init?(in arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        guard let option = options.first(where: { $0.hasPrefix("--") && $0.hasSuffix("=") }) else { return nil }
        self.option = option.dropLast()
    }

    var description: String {
        "\(option)= has no value, as if a variable of the shell were empty; write \(option) and the value."
    }
}

/// An option under its former name, and its current name.
struct RenamedOption: CustomStringConvertible {
    private static let names = [
        "--adopt": "--replace", "--composers": "--jobs", "--data": "--library", "--max": "--max-cues",
        "--workers": "--jobs",
    ]

    private let former: String
    private let name: String

    /// Finds the first renamed option; nil without one.
    init?(in arguments: [String]) {
        let takesFlag = arguments.first != "submit"
        if takesFlag, arguments.prefix(while: { $0 != "--" }).contains(where: { $0.hasPrefix("--chapters=") }) {
            (former, name) = ("--chapters=FILE", "--chapters-file FILE")
            return
        }
        let options = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
        guard let former = options.first(where: { Self.names[$0] != nil }), let name = Self.names[former] else {
            return nil
        }
        (self.former, self.name) = (former, name)
    }

    var description: String { "The option \(former) is called \(name)." }
}
