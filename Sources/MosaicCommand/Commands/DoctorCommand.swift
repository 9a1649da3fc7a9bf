import ArgumentParser
import MosaicConsole

/// `mosaic doctor`: runs the executable of the doctor with all arguments.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "doctor", abstract: CompanionProgram.doctor.abstract)

    @Argument(parsing: .captureForPassthrough, help: "See mosaic doctor --help.")
    var arguments: [String] = []

    func run() throws { try CompanionProgram.doctor.become(arguments: arguments) }
}
