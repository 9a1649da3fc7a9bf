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
