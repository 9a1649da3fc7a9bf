import ArgumentParser
import Testing

@testable import MosaicCommand

/// Answers to command lines that cannot be read: one sentence that says how the option is written.
struct UsageMessageTests {
    private func message(_ line: String) -> String? {
        UsageMessage(reading: line.split(separator: " ").map(String.init))?.description
    }

    @Test(arguments: [
        ("compose f -o o --grid 5", "--grid takes columns x rows, such as 5x5, not '5'."),
        (
            "compose f -o o --width 160px",
            "--width takes a number of pixels, such as 160, or several: 160,320, not '160px'."
        ),
        ("compose f -o o --interval -5", "--interval takes a time, such as 10, 1.5s, 5m or 1:30, not '-5'."),
        ("compose f -o o --interval soon", "--interval takes a time, such as 10, 1.5s, 5m or 1:30, not 'soon'."),
        ("compose f -o o --interval", "--interval takes a time, such as 10, 1.5s, 5m or 1:30, which is missing."),
        ("compose f -o o --tile 5", "--tile takes width x height in pixels, such as 256x144, not '5'."),
        ("compose f -o o --background red", "--background takes six hexadecimal digits, such as ff0000, not 'red'."),
        ("compose f -o o --quality best", "--quality takes a whole number, 1 to 100, not 'best'."),
        ("compose f -o o -j many", "-j takes a whole number, not 'many'."),
        (
            "compose f -o o --keep-old long",
            "--keep-old takes a length of time, such as 0.5s, 30s, 5m, 12h or 7d, not 'long'."
        ),
    ])
    func `says which values an option takes, and whose help says more`(line: String, sentence: String) {
        #expect(message(line) == "Error: \(sentence)\nSee mosaic compose --help.")
    }

    @Test(arguments: [
        (
            "batch films -o l --publish kodi", "batch",
            "--publish takes jellyfin, emby and plex, with commas between them, not 'kodi'."
        ),
        (
            "batch films -o l --shard 3", "batch",
            "--shard takes a part, counted from 1, and the number of parts: 1/8 to 8/8, not '3'."
        ),
        ("lookup out soon", "lookup", "'soon' is not a time, such as 10, 1.5s, 5m or 1:30."),
        ("batch films -o l --Grid 5x5", "batch", "Unknown option '--Grid'. Did you mean '--grid'?"),
        ("compose f --width2=160", "compose", "Unknown option '--width2'. Did you mean '--width'?"),
        ("youtube uploads --no-such", "youtube uploads", "Unknown option '--no-such'."),
        ("serve lib --cache 5GB", "serve", "--cache takes a whole number of 0 to 1048576 (MiB), not '5GB'."),
        ("list", "list", "Which library? Add --library FOLDER, or set MOSAIC_LIBRARY."),
    ])
    func `the message ends with the command of the line`(line: String, command: String, sentence: String) {
        #expect(message(line) == "Error: \(sentence)\nSee mosaic \(command) --help.")
    }

    @Test func `a path with a space is quoted in an example`() {
        #expect(
            UsageMessage(reading: ["doctor", "my film.vtt", "--repair"])?.description
                == "Error: mosaic doctor 'my film.vtt' --repair -o new.vtt writes a track: --repair and -o go together.\n"
                + "See mosaic doctor --help.")
    }

    @Test func `the example of each command is a line of that command`() {
        let configuration = MosaicCommand.configuration
        for command in configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) {
            let name = command.configuration.commandName ?? ""
            #expect(UsageMessage.example(of: command)?.hasPrefix("mosaic \(name)") == true, "\(name)")
        }
    }

    @Test func `a line that can be read has no message`() {
        #expect(message("compose f -o o --grid 5x5") == nil)
    }
}
