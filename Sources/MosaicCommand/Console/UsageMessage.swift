import ArgumentParser
import CommandSupport
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicSystem
import WebVTT

#if Server
    import MosaicServeCommand
#endif

/// The message for an invalid command line: one sentence, and the command whose help says more.
struct UsageMessage: CustomStringConvertible {
    private static let time = "a time, such as 10, 1.5s, 5m or 1:30"
    private static let length = "a length of time, such as 0.5s, 30s, 5m, 12h or 7d"
    private static let positive = "a whole number of 1 or more"
    private static let number = "a whole number of 0 or more"
    private static let position = time + ", or per cent of the film, 0% to 100%"
    /// Descriptions of the values that options take; the parser's own message does not contain them.
    private static let values = [
        "--arrival-timeout": length, "--background": "six hexadecimal digits, such as ff0000", "--cadence": time,
        "--count": "a whole number of 1 to \(FilmTimes.mostSpread)",
        "--duration": time, "--end": position, "--expect": positive,
        "--grid": "columns x rows, such as 5x5",
        "--gutter": "a whole number of pixels, 0 to 16", "--interval": time, "--jobs": "a whole number",
        "-j": "a whole number", "--keep-old": length, "--limit": "a whole number of 1 to \(CatalogQuery.maximumLimit)",
        "--max-cues": positive, "--max-sheets": number, "--max-side": positive,
        "--metrics-listen": "host:port, such as localhost:9100, or a port alone", "--offset": number,
        "--policy": "active, hold, nearest or next",
        "--path-map": "HERE=THERE, such as /srv/media=/media", "--prune-limit": number,
        "--publish": "jellyfin, emby and plex, with commas between them",
        "--unpublish": "jellyfin, emby and plex, with commas between them",
        "--publish-grid": "columns x rows, such as 10x10", "--publish-interval": "whole seconds, such as 10",
        "--quality": "a whole number, 1 to 100", "--rest": length, "--settle": length,
        "--shard": "a part, counted from 1, and the number of parts: 1/8 to 8/8",
        "--start": position, "--port": "a whole number of 0 to 65535", "--sort": "title, newest, oldest or id",
        "--state": "pending, processing, completed, failed or cancelled",
        "--tile": "width x height in pixels, such as 256x144", "--wait": length,
        "--width": "a number of pixels, such as 160, or several: 160,320",
    ]

    /// Commands whose `-o` is a folder.
    private static let writers: Set<String> = ["batch", "compose", "export", "import", "screenshots", "watch"]

    private let sentence: String
    private let command: String
    /// A valid command line, for a line that lacks an argument or has too many.
    private let example: String?

    /// - Parameters:
    ///   - error: The parser's error, or a `ValidationError`.
    ///   - arguments: The process's arguments without its own path.
    init(_ error: any Error, _ arguments: [String]) {
        var (options, message) = OptionNames.declaring(only: arguments) {
            (DeclaredOptions(of: arguments), MosaicCommand.message(for: error))
        }
        command = options.command
        // To define all options takes tens of milliseconds in a debug build, so only an unknown one is sought among all.
        if message.hasPrefix("Unknown option") || Self.unknownOption(in: arguments, options) != nil {
            (options, message) = (DeclaredOptions(of: arguments), MosaicCommand.message(for: error))
        }
        let sentence = Self.unknownOption(in: arguments, options) ?? Self.sentence(message, command, arguments)
        self.sentence = sentence
        let faults = ["Missing expected argument", "Unexpected argument", "Name "]
        let takesExample = faults.contains { sentence.hasPrefix($0) }
        example = takesExample && !command.isEmpty ? Self.example(of: options.type) : nil
    }

    /// The message for a command line; `nil` if it can be read.
    init?(reading arguments: [String]) {
        do {
            _ = try MosaicCommand.parsed(arguments)
            return nil
        } catch {
            self.init(error, arguments)
        }
    }

    var description: String {
        "Error: \(sentence)\n" + (example.map { "For example: \($0)\n" } ?? "")
            + "See \(command.isEmpty ? "mosaic" : "mosaic \(command)") --help."
    }

    /// The first example in a command's help.
    static func example(of command: any ParsableCommand.Type) -> String? {
        command.configuration.discussion.split(separator: "\n").lazy
            .map { $0.trimmingPrefix { $0 == " " } }.first { $0.hasPrefix("mosaic ") }.map(String.init)
    }

    /// Description of the values that an option of a command takes; `nil` if only the command's help has one.
    private static func value(of option: String, of command: String) -> String? {
        if command == "youtube uploads", option == "--limit" { return positive }
        return values[option] ?? setting(option, of: command)
    }

    /// Description of the values that a setting of the server takes; `nil` for options of other commands.
    private static func setting(_ option: String, of command: String) -> String? {
        #if Server
            command == "serve" ? ServeCommand.values(of: option) : nil
        #else
            nil
        #endif
    }

    /// The sentence on the first option that the command does not have. Other errors often follow from such an option.
    private static func unknownOption(in arguments: [String], _ options: DeclaredOptions) -> String? {
        guard !options.names.isEmpty else { return nil }
        let words = arguments.prefix { $0 != "--" }
        for (index, word) in words.enumerated() {
            guard let match = word.prefixMatch(of: /-(-[a-z]|[A-Za-z])[A-Za-z-]*/),
                index == 0 || words[index - 1] != "--id"
            else { continue }
            let name = String(match.0)
            let isLong = name.hasPrefix("--")
            // A word with one dash may combine one-letter options, or be the value of the option before it.
            let isKnown =
                isLong
                ? options.names.contains(name)
                : name.dropFirst().allSatisfy { options.names.contains("-\($0)") }
                    || index > 0 && options.hasValue(after: words[index - 1])
            guard !isKnown else { continue }
            let beginning = options.names.filter { $0.hasPrefix(isLong ? name : "-" + name) }
            if name == "--format", options.command == "screenshots" {
                return "Unknown option '--format': screenshots are JPEG files, and --quality is theirs."
            }
            let foreign = ForeignOption(name: name, names: options.names)
            // A number after `-i` is an interval, not a film.
            let isValue =
                name == "-i" && words.dropFirst(index + 1).first.map { Timestamp(argument: $0) != nil } ?? false
            if !isValue, foreign.option == nil, let remark = foreign.remark(on: options.command) {
                return "Unknown option '\(name)'. \(remark)"
            }
            // A letter alone may stand for several options.
            if !isLong, name.count == 2, foreign.option == nil, (2...3).contains(beginning.count) {
                let all = beginning.sorted().map { "'\($0)'" }.joined(separator: " or ")
                return "Unknown option '\(name)'. Did you mean \(all)?"
            }
            return "Unknown option '\(name)'." + advice(onUnknown: foreign, beginning, options.command)
        }
        return nil
    }

    /// The sentence on an option that the command does not have, after a space; empty if none resembles it.
    /// - Parameter beginning: The command's options that begin with the name.
    private static func advice(onUnknown foreign: ForeignOption, _ beginning: [String], _ command: String) -> String {
        if beginning.isEmpty || foreign.name.count == 2, let option = foreign.option {
            return " Use \(option)\(values[option].map { ", which takes \($0)" } ?? "")."
        }
        if beginning.isEmpty, let other = foreign.otherCommand(than: command) { return " mosaic \(other) has it." }
        let names = foreign.names.filter { $0.hasPrefix("--") }
        let full = foreign.name.hasPrefix("--") ? foreign.name : "-" + foreign.name
        // Prefers a name that begins or ends with the typed text to the name at the smallest edit distance.
        let parts =
            beginning.isEmpty ? names.filter { $0.hasSuffix(full.dropFirst()) && $0 != "--help-all" } : beginning
        let meant = parts.min { $0.count < $1.count } ?? EditDistance.nearest(to: full, among: names)
        return meant.map { " Did you mean '\($0)'?" } ?? ""
    }

    private static func sentence(_ message: String, _ command: String, _ arguments: [String]) -> String {
        if let match = message.wholeMatch(of: /The value '(.*)' is invalid for '(--?[a-z-]+)[^']*'.*/),
            let value = value(of: String(match.2), of: command)
        {
            return "\(match.2) takes \(value), not '\(match.1)'."
        }
        if let match = message.wholeMatch(
            of: /The value '(.*)' is invalid for '(--?[a-z-]+)[^']*'\. Please provide one of (.*)\./)
        {
            return
                "\(match.2) takes \(match.3.replacing("'", with: "").replacing(" and ", with: " or ")), not '\(match.1)'."
        }
        if let match = message.wholeMatch(of: /Missing value for '(--?[a-z-]+)[^']*'/) {
            return missingValue(of: String(match.1), command, arguments)
        }
        // The option's own error message follows the colon.
        if let match = message.wholeMatch(of: /The value '.*' is invalid for '(--[a-z-]+)[^']*': (.*)/),
            match.2.hasPrefix(match.1)
        {
            return String(match.2)
        }
        if command == "lookup" || command == "tile",
            let time = arguments.first(where: { $0.wholeMatch(of: /-[0-9][0-9:.smh]*/) != nil })
        {
            return "\(time) is before the start of the film; a time is 0 or more."
        }
        if command.isEmpty, let match = message.wholeMatch(of: /Unknown option '(--?[^']*)'.*/) {
            if let word = arguments.first, !word.hasPrefix("-"), word != "help" { return noCommand(word, arguments) }
            guard let meant = EditDistance.nearest(to: String(match.1), among: ["--help", "--version"]) else {
                return "No film, folder or command is named beside \(match.1); the shortest line is mosaic film.mp4"
            }
            return "Unknown option '\(match.1)'. Did you mean '\(meant)'?"
        }
        if let match = message.wholeMatch(of: /The value '(.*)' is invalid for '<time>'.*/) {
            let first = arguments.dropFirst().first ?? ""
            return Timestamp(argument: first) == nil
                ? "'\(match.1)' is not \(time)."
                : "The track comes before the time: mosaic \(command) \(ShellWord.quoted(String(match.1))) \(first)"
        }
        if !command.isEmpty, let match = message.wholeMatch(of: /Unexpected argument '([^']*)'\.?/) {
            return "Unexpected argument '\(match.1)'." + advice(onSurplus: String(match.1), command, arguments)
        }
        if message.hasPrefix("Which library?"), let folder = arguments.dropFirst().first(where: isStoryboard) {
            return "\(folder) is the folder of one storyboard, and \(command) takes storyboards of a library: add "
                + "--library FOLDER. mosaic lookup, tile and export take the folder."
        }
        if command.isEmpty,
            let match = message.wholeMatch(of: /(?:Unexpected argument|\d+ unexpected arguments:) '([^']*)'.*/)
        {
            return noCommand(String(match.1), arguments)
        }
        return message.hasSuffix(".") || message.hasSuffix("?") ? message : message + "."
    }

    private static func isStoryboard(_ path: String) -> Bool {
        !path.hasPrefix("-") && FileStatus(path: "\(path)/\(Storyboard.recordName)") != nil
    }

    /// The sentence on a word that a command does not take, after a space; empty if the example says enough.
    private static func advice(onSurplus word: String, _ command: String, _ arguments: [String]) -> String {
        let before = arguments.firstIndex(of: word).flatMap { $0 > 0 ? arguments[$0 - 1] : nil } ?? ""
        if before.hasPrefix("--"), before != "--", !before.contains("=") {
            let longer = DeclaredOptions(of: arguments).names.first { $0.hasPrefix(before + "-") }
            return " \(before) takes no value" + (longer.map { "; did you mean \($0)?" } ?? ".")
        }
        let named = arguments.firstIndex(of: "--library").flatMap { arguments.dropFirst($0 + 1).first }
        let library =
            (named ?? arguments.dropFirst().first { StoryboardLibrary.isEmbedded(at: $0) }).map(ShellWord.quoted)
            ?? "LIBRARY"
        return switch command {
        case "jobs" where Int(word) != nil:
            " It is the number of a job; mosaic show ID --library \(library) shows the job of one storyboard."
        case "jobs", "list":
            " mosaic \(command) takes one library; mosaic show \(ShellWord.quoted(word)) --library \(library) shows one "
                + "storyboard\(command == "jobs" ? " and its job" : "")."
        case "repair", "worker": " mosaic \(command) takes one library."
        case "batch" where FilmName(word) != nil:
            " batch takes one folder of films; several films: mosaic compose FILM FILM."
        case "youtube" where word.contains("@"): " A channel's films: mosaic youtube uploads --channel @NAME"
        case "youtube":
            (EditDistance.nearest(to: word, among: ["uploads"]).map { " Did you mean 'mosaic youtube \($0)'?" } ?? "")
        case "youtube uploads" where word.hasPrefix("@"): " A channel is named by --channel \(word)."
        default: ""
        }
    }

    private static func missingValue(of option: String, _ command: String, _ arguments: [String]) -> String {
        let following = arguments.firstIndex(of: option).map { arguments[$0...].dropFirst() }?.first
        let isFolder = writers.contains(command) && ["-o", "--output"].contains(option)
        guard let value = values[option] ?? (isFolder ? "a folder" : nil) else {
            // The value may be a secret.
            let way = following == nil ? "" : "; one that begins with a dash is written \(option)=VALUE"
            return "\(option) takes a value, which is missing\(way)."
        }
        return "\(option) takes \(value)\(following.map { ", not '\($0)'" } ?? ", which is missing")."
    }

    /// The sentence on a first word that is neither a command nor a film or folder.
    private static func noCommand(_ word: String, _ arguments: [String]) -> String {
        let advice = MissingPath.splitName(arguments).map { " \($0)" } ?? MissingPath(word).suggestion
        return "There is no command '\(word)', and no film or folder of this name.\(advice)"
    }
}
