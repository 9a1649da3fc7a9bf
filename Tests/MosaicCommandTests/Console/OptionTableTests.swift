import ArgumentParser
import CommandSupport
import Testing

/// Options that a table declares.
struct OptionTableTests {
    private enum Size: EnumerableFlag { case small, large }

    private struct Inner: OptionTable {
        var count = 3

        static let options: [DeclaredOption<Inner>] = [.option(\.count, "count", "How many.")]
    }

    private struct Fruit: OptionTable {
        var kind = ""
        var inner = Inner()
        var colour: String?
        var names: [String] = []
        var isRipe: Bool?
        var isWashed = true
        var isPeeled = false
        var size = Size.small

        static let options: [DeclaredOption<Fruit>] =
            Inner.options.map { $0.inside(\.inner) } + [
                .argument(\.kind, value: "kind", "The kind."),
                .option(\.colour, "colour", short: "c", value: "name", "The colour."),
                .list(\.names, "name", "A name."), .toggle(\.isRipe, "ripe", "Ripe."),
                .toggle(\.isWashed, "washed", "Washed."), .flag(\.isPeeled, "peeled", "Peeled."),
                .flags(\.size, ["small", "large"]),
            ]

        /// All values in one text.
        var text: String {
            "\(kind) \(inner.count) \(colour ?? "-") \(names) \(isRipe.map { "\($0)" } ?? "-") \(isWashed) \(isPeeled) \(size)"
        }
    }

    private struct Command: ParsableCommand {
        @OptionGroup var fruit: Fruit
        @Flag(name: .shortAndLong) var quiet = false
    }

    @Test(arguments: [
        ("apple", "apple 3 - [] - true false small"),
        ("apple --count=4 -c red --name a --name b", #"apple 4 red ["a", "b"] - true false small"#),
        ("apple --no-ripe --no-washed --peeled --large", "apple 3 - [] false false true large"),
        ("apple -qc red", "apple 3 red [] - true false small"),
        ("apple --ripe --washed --colour=--count", "apple 3 --count [] true true false small"),
    ])
    func `reads a command line alike with its own options declared and with all`(line: String, text: String) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect(try Command.parse(words).fruit.text == text)
        #expect(try OptionNames.declaring(only: words) { try Command.parse(words) }.fruit.text == text)
    }

    @Test func `declares to the parser only the options that a command line names`() {
        let all = Command.helpMessage()
        #expect(all.contains("--count <count>") && all.contains("(default: 3)") && all.contains("-c, --colour <name>"))
        #expect(all.contains("--washed/--no-washed") && all.contains("<kind>"))
        let some = OptionNames.declaring(only: ["--no-washed", "a", "--name=b"]) { Command.helpMessage() }
        #expect(some.contains("--washed/--no-washed") && some.contains("--name") && some.contains("<kind>"))
        #expect(!some.contains("--count") && !some.contains("--colour"))
        #expect(throws: (any Error).self) {
            try OptionNames.declaring(only: []) { try Command.parse(["apple", "--count", "4"]) }
        }
    }
}
