import Testing

@testable import MosaicCommand

/// A command's name after options.
struct MisplacedCommandTests {
    private func command(in line: String) -> String? {
        MisplacedCommand(line.split(separator: " ").map(String.init), among: ["list", "serve", "compose"])
            .map(\.description)
    }

    @Test(arguments: [
        ("--library library list", "list"), ("--auth-token one serve library", "serve"),
        ("--preview compose x", "compose"),
        ("--library list serve", "serve"),
    ])
    func `the command is named without the other words`(line: String, name: String) {
        #expect(command(in: line) == "The command comes before its options: mosaic \(name) ...")
    }

    @Test(arguments: ["--title list shots", "--id serve out", "-o list out", "---completion compose", "--help list"])
    func `the value of an option is not a command`(line: String) { #expect(command(in: line) == nil) }
}
