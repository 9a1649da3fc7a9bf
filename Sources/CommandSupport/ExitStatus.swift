package import ArgumentParser
import Foundation
import Mosaic
import MosaicSystem

/// The exit status of a failure, as in sysexits.h.
package enum ExitStatus {
    package static let failure = ExitCode(1)
    /// Some of many failed.
    package static let someFailed = ExitCode(2)
    package static let usage = ExitCode(64)
    package static let badData = ExitCode(65)
    package static let noInput = ExitCode(66)
    /// Stopped by a signal; the shell's status for Ctrl-C.
    package static let interrupted = ExitCode(130)

    /// Runs a command's work; an error is printed in one line and becomes the exit status.
    ///
    /// - Parameter paths: The paths that the command line names, which explain errors about them.
    package static func reporting<Result>(
        _ paths: [NamedPath] = [], _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await work()
            // Output may still be buffered; a full disk is only detected now.
            guard fflush(nil) == 0 else {
                StandardError.print("mosaic: The result cannot be written.")
                throw failure
            }
            return result
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch is CancellationError {
            throw failure
        } catch {
            // Foundation's descriptions of system errors print their fields.
            let words = SystemFailure(behind: error).map { "The system refuses it: \($0)." }
            let explained = explained(error, about: paths)
            StandardError.print("mosaic: \(words ?? "\(explained)")")
            throw (explained as? any ExitStatusConvertible)?.exitStatus ?? failure
        }
    }

    /// The error, naming files as the user typed them.
    private static func explained(_ error: any Error, about paths: [NamedPath]) -> any Error {
        guard let error = error as? MosaicError else { return error }
        if let explained = paths.lazy.compactMap({ $0.explaining(error) }).first { return explained }
        let subject = TypedPath.of(error.subject, among: CommandLine.arguments.dropFirst())
        return MosaicError(error.code, subject, error.reason)
    }
}
