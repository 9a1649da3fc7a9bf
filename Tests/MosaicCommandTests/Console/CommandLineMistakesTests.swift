import Testing

@testable import MosaicCommand

struct CommandLineMistakesTests {
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

    @Test(arguments: [
        ("list --data library", "The option --data is called --library."),
        ("worker --library library --workers=2", "The option --workers is called --jobs."),
        ("compose film.mp4 -o out --max 9", "The option --max is called --max-cues."),
        ("batch films -o library --adopt", "The option --adopt is called --replace."),
        ("compose film.mp4 --chapters=list.txt", "The option --chapters=FILE is called --chapters-file FILE."),
        ("serve --composers 0", "The option --composers is called --jobs."),
    ])
    func `suggests the current name of an option`(line: String, words: String) {
        #expect(RenamedOption(in: line.split(separator: " ").map(String.init))?.description == words)
    }

    @Test(arguments: [
        "list --library library", "cancel --library library -- --data", "compose --maximum 2",
        "submit f --chapters=c.json", "",
    ])
    func `leaves other words to the parser`(line: String) {
        #expect(RenamedOption(in: line.split(separator: " ").map(String.init)) == nil)
    }
}
