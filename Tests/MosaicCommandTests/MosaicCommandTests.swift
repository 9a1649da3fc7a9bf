import Foundation
import MosaicFixtures
import Testing

/// The tool as a whole: help, version, and what it does with what it does not know.
// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct MosaicCommandTests {
    private static let subcommands = [
        "compose", "watch", "list", "show", "remove", "submit", "jobs", "retry", "cancel", "worker", "repair", "lookup",
        "tile",
        "cues", "doctor",
    ]

    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    @Test(arguments: subcommands)
    func `every subcommand helps, with examples`(name: String) throws {
        let help = try workplace.run(name, "--help")
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.output.hasPrefix("OVERVIEW: "))
        #expect(help.output.contains("EXAMPLES\n  mosaic \(name) "))
        #expect(help.output.contains("USAGE: mosaic \(name) "))
        #expect(try workplace.run("help", name).output == help.output)
    }

    @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
    func `the tool lists its subcommands and what the exit status means`(arguments: [String]) throws {
        let help = try workplace.run(arguments)
        #expect(help.status == 0 && help.errors.isEmpty)
        for name in Self.subcommands { #expect(help.output.contains("\n  \(name) ")) }
        for status in [
            "0  done", "1  it failed", "64  the command", "65  the input", "66  there is no input",
            "130  stopped by Ctrl-C before its end",
        ] {
            #expect(help.output.contains(status))
        }
    }

    @Test(
        arguments: [
            ("compose", "--keep-old", "How long sheets of earlier runs stay: seconds, or a number with s, m, h or d"),
            ("compose", "--interval", "seconds (0.5) or hh:mm:ss.mmm"),
            ("compose", "--start", "seconds (83.5) or hh:mm:ss.mmm"),
            ("compose", "--duration", "seconds (5400) or hh:mm:ss.mmm"),
            ("compose", "--quality", "a PNG has none"), ("compose", "--uniform", "no space is left between tiles"),
            ("watch", "--rest", "seconds, or a number with s, m, h or d behind it. (default: 2s)"),
            ("submit", "--settle", "is there at once. (default: 20s)"), ("batch", "--id", "(default: path)"),
            ("doctor", "--duration", "seconds (5400) or hh:mm:ss.mmm"),
        ])
    func `help says in which form a value is written, and what it is otherwise`(
        command: String, option: String, says: String
    ) throws {
        let help = try workplace.run(command, "--help").output
        // Lines are broken anywhere.
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let entries = words.components(separatedBy: " \(option) ").dropFirst()
        #expect(entries.contains { $0.prefix(400).contains(says) }, "\(option)")
    }

    @Test(arguments: ["1", "1s", "0.3", "0.25s", "1m", "2h", "0.5d", "0"])
    func `lengths of time are written in one way everywhere`(length: String) throws {
        try workplace.draw(1...1)
        for option in ["--settle", "--arrival-timeout", "--keep-old"] {
            let run = try workplace.run("submit", "shots", "--data", "library", option, length)
            #expect(run.status == 0, "\(option) \(run.errors)")
        }
    }

    @Test(arguments: ["-1", "1w", "s", "", "1e3", "0x10", "inf", "nan", "1.", ".5", "1:00", "99999999d", "1 s"])
    func `what is no length of time is a wrong command line`(length: String) throws {
        for options in [["submit", "--data", "library", "--settle"], ["watch", "-o", "out", "--rest"]] {
            let run = try workplace.run([options[0], "shots"] + options.dropFirst() + [length])
            #expect(run.status == 64 && run.errors.hasPrefix("Error: "))
        }
    }

    @Test(arguments: subcommands + [""])
    func `the version is one line`(name: String) throws {
        let run = try workplace.run([name, "--version"].filter { !$0.isEmpty })
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [["compsoe"], ["--no-such-option"], ["lookup", "--no-such-option"], ["compose"]])
    func `what is not known is a wrong command line`(arguments: [String]) throws {
        let run = try workplace.run(arguments)
        #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("Error: "))
    }
}
