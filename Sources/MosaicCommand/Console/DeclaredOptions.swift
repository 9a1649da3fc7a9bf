import ArgumentParser
import Foundation

/// The options that a command declares, used to explain a mistake in a command line.
///
/// Reflection finds the options, which takes milliseconds, so options are read only if a command line needs them.
struct DeclaredOptions {
    /// An option with all its names.
    struct Option: Decodable {
        private struct Name: Decodable {
            let kind: String
            let name: String
        }

        private enum Key: String, CodingKey { case kind, names, isRepeating }

        /// The option's names with their dashes.
        let names: [String]
        /// Whether a value follows the name.
        let takesValue: Bool
        /// Whether the option may be given several times.
        let isRepeatable: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            takesValue = try container.decode(String.self, forKey: .kind) == "option"
            isRepeatable = try container.decode(Bool.self, forKey: .isRepeating)
            names = try (container.decodeIfPresent([Name].self, forKey: .names) ?? []).map {
                ($0.kind == "long" ? "--" : "-") + $0.name
            }
        }
    }

    private struct Tool: Decodable {
        struct Command: Decodable { let arguments: [Option]? }

        let command: Command
    }

    /// The names of the command and its subcommand.
    let command: String
    let type: any ParsableCommand.Type
    private let options: [Option]

    /// Finds the command of a command line and its options; a line without a command has no options.
    ///
    /// - Parameter arguments: The process's arguments without its own path.
    init(of arguments: [String]) {
        let names: [String]
        (names, type) = Self.command(in: arguments)
        command = names.joined(separator: " ")
        guard !names.isEmpty else {
            options = []
            return
        }
        let tool = try? JSONDecoder().decode(Tool.self, from: Data(type._dumpHelp().utf8))
        options = tool?.command.arguments ?? []
    }

    /// The option with a name; `nil` without one.
    subscript(name: String) -> Option? { options.first { $0.names.contains(name) } }

    /// Whether a word is an option that takes a value.
    func hasValue(after word: String) -> Bool { word.hasPrefix("-") && self[word]?.takesValue == true }

    /// The names of all options, including those that every command has; empty without a command.
    var names: [String] { options.isEmpty ? [] : options.flatMap(\.names) + ["--version", "--help-all"] }

    /// The names of the command and its subcommand, and its type.
    private static func command(in arguments: [String]) -> (names: [String], type: any ParsableCommand.Type) {
        var names: [String] = []
        var type: any ParsableCommand.Type = MosaicCommand.self
        for argument in arguments {
            let configuration = type.configuration
            let all = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
            guard let next = all.first(where: { $0.configuration.commandName == argument }) else { break }
            names.append(argument)
            type = next
        }
        return (names, type)
    }
}
