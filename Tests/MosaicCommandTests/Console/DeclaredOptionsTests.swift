import Testing

@testable import MosaicCommand

/// The options of a command, by its declaration.
struct DeclaredOptionsTests {
    @Test func `an option takes a value and a flag takes none`() {
        let options = DeclaredOptions(of: ["compose", "shots"])
        #expect(options.command == "compose")
        #expect(options["--output"]?.takesValue == true && options["-o"]?.names == options["--output"]?.names)
        #expect(options["--preview"]?.takesValue == false && options["--no-avoid-blank"]?.takesValue == false)
        #expect(options["--library"] == nil && options.names.contains("--help"))
    }

    @Test(arguments: [
        ("batch", "--path-map", true), ("batch", "--output", false), ("show", "--id", true), ("compose", "--id", false),
        ("export", "--into", true), ("submit", "--chapters", false),
    ])
    func `an option that may be given several times is known`(command: String, name: String, isRepeatable: Bool) {
        let option = DeclaredOptions(of: [command])[name]
        #expect(option?.takesValue == true && option?.isRepeatable == isRepeatable)
    }

    @Test func `a line without a command has no options`() {
        #expect(DeclaredOptions(of: ["--preview"]).names.isEmpty)
    }
}
