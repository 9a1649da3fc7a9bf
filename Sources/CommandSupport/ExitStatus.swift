package import ArgumentParser
import Dispatch
import Foundation
package import Mosaic
import MosaicSystem
package import Raster
package import TiledJPEG

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
        let explained = paths.lazy.compactMap { $0.explaining(error) }.first ?? error
        return TypedSubject(arguments: Array(CommandLine.arguments.dropFirst())).naming(explained)
    }
}

/// An error that determines the exit status.
package protocol ExitStatusConvertible: Error {
    var exitStatus: ExitCode { get }
}

extension MosaicError: ExitStatusConvertible {
    package var exitStatus: ExitCode {
        switch code.kind {
        case .invalidSettings: ExitStatus.usage
        case .noScreenshots, .notFound: ExitStatus.noInput
        case .damaged, .malformed, .limitExceeded, .unsupported: ExitStatus.badData
        case .refused, .busy, .conflict, .unavailable: ExitStatus.failure
        }
    }
}

extension ImageError: ExitStatusConvertible {
    package var exitStatus: ExitCode { ExitStatus.badData }
}

extension TiledJPEGError: ExitStatusConvertible {
    package var exitStatus: ExitCode { ExitStatus.badData }
}

/// Handles Ctrl-C (SIGINT) and SIGTERM: the first signal cancels the work, a second one ends the process at once.
package enum Interruption {
    /// Runs work in a task that the first signal cancels.
    ///
    /// - Throws: Errors of `work`. The caller interprets errors of cancelled work.
    package static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await work() }
        let queue = DispatchQueue(label: "interruption")
        let sources = [SIGINT, SIGTERM].map { number in
            // What a signal does by itself would come first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // The shell's status for a program that was ended by a signal.
                if task.isCancelled { _exit(128 + number) }
                task.cancel()
            }
            source.activate()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        }
        return try await task.value
    }
}
