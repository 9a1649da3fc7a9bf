import ArgumentParser

/// `mosaic-bench decode`.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Scaled decoding of many kinds of JPEG against libjpeg-turbo's: its time and its PSNR.")

    @Option(help: "Pictures of the main corpus; the others have a third as many.")
    var count = 150

    @Option(help: "Rounds of each contestant.")
    var rounds = 9

    @Option(help: "Only the kinds whose names begin so.")
    var only = ""

    func validate() throws {
        guard count >= 1, rounds >= 1 else { throw ValidationError("At least one picture and one round are needed.") }
    }

    func run() throws { try DecodeBenchmark.run(count: count, rounds: rounds, only: only) }
}
