import ArgumentParser

/// `mosaic-bench decode`.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Scaled decoding of many kinds of JPEG against libjpeg-turbo's: its time and its PSNR.")

    @Argument(parsing: .captureForPassthrough, help: "--count N, --rounds N, --only NAME.")
    var arguments: [String] = []

    func run() throws { try DecodeBenchmark.run(arguments: arguments) }
}
