import Testing

extension BehaviourTests {
    /// Flags and subcommands by their names.
    @Suite struct HelpTests {
        private static let subcommands = [
            "batch", "cancel", "compose", "cues", "doctor", "export", "import", "jobs", "list", "lookup", "publish",
            "relayout", "remove", "repair", "restore", "retry", "screenshots", "serve", "show", "submit", "tile",
            "unpublish", "watch", "worker", "youtube",
        ]

        @Test func `every command has its flags`() throws {
            try Scene.play("commands/flags") { scene in
                let help = try scene.workplace.run(["--help"])
                let text = HelpText(help.text)
                scene.write("mosaic --help: \(help.end)")
                scene.write("subcommands " + text.subcommands.joined(separator: " "))
                scene.write("flags " + text.flags.joined(separator: " "))
                #expect(text.subcommands == Self.subcommands)
                for name in Self.subcommands {
                    let help = try scene.workplace.run(Self.help(for: name))
                    Self.tell(help, of: "mosaic \(name)", to: scene)
                }
            }
        }

        /// The command line whose answer has all options of a command.
        private static func help(for name: String) -> [String] {
            switch name {
            case "batch": ["help", name]
            case "compose": [name, "--help-all"]
            default: [name, "--help"]
            }
        }

        private static func tell(_ help: ChildProcess.Outcome, of name: String, to scene: Scene) {
            scene.begin("\(name) --help: \(help.end), stderr \(help.errors.isEmpty ? "empty" : "prose")")
            // A line for each first letter.
            let flags = HelpText(help.text).flags
            for letter in Set(flags.map(Self.letter)).sorted() {
                scene.write("  " + flags.filter { Self.letter($0) == letter }.joined(separator: " "))
            }
        }

        private static func letter(_ flag: String) -> Substring { flag.drop { $0 == "-" }.prefix(1) }

        @Test func `the version is a line with three numbers, before lines of the commit and the libraries`() throws {
            let workplace = try Workplace()
            for arguments in [[]] + Self.subcommands.map({ [$0] }) {
                let run = try workplace.run(arguments + ["--version"])
                #expect(run.isSuccess && run.errors.isEmpty, "\(arguments)")
                let form = /\d+\.\d+\.\d+\ncommit \S+\n(\S+ \S+\n)+/
                #expect(run.text.wholeMatch(of: form) != nil, "\(arguments): \(run.text)")
            }
        }

        @Test func `an unknown command exits with a usage message`() throws {
            try Scene.play("commands/usage") { scene in
                try scene.run([], as: .help)
                try scene.run("help", as: .help)
                try scene.run("compsoe", "shots")
                try scene.run("frobnicate")
                try scene.run("--no-such-option")
                for name in Self.subcommands { try scene.run(name, "--no-such-option") }
                for name in Self.subcommands where !["serve", "doctor", "cues"].contains(name) { try scene.run(name) }
            }
        }
    }
}
