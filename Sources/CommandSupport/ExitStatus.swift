package import ArgumentParser
import Dispatch
import Foundation
package import Mosaic
import MosaicSystem
package import Raster
package import TiledJPEG

/// The exit status of a failure; 64 to 66 as in sysexits.h.
package enum ExitStatus {
    package static let failure = ExitCode(1)
    /// Some of several items failed.
    package static let someFailed = ExitCode(2)
    package static let usage = ExitCode(64)
    package static let badData = ExitCode(65)
    package static let noInput = ExitCode(66)
    /// Stopped by a signal; the shell's status for Ctrl-C.
    package static let interrupted = ExitCode(130)

    /// Runs a command's work. Prints an error in one line, and throws the exit status of the error. An `ExitCode`, a
    /// `ValidationError` and a cancellation are not printed.
    ///
    /// - Parameter paths: The paths that the command line names, to explain errors about them.
    package static func reporting<Result>(
        _ paths: [NamedPath] = [], _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await work()
            // Output may still be buffered; a full disk is only detected now.
            guard fflush(nil) == 0 else {
                StandardError.print("mosaic: The result cannot be written: \(SystemFailure.current).")
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
            // Foundation's descriptions of system errors only list their fields.
            let words = SystemFailure(behind: error).map { "The system refuses it: \($0)." }
            let explained = explained(error, about: paths)
            StandardError.print("mosaic: \(words ?? "\(explained)")")
            throw (explained as? any ExitStatusConvertible)?.exitStatus ?? failure
        }
    }

    /// The error, naming files and options as the user typed them.
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
    /// The ends of a pipe that receives the numbers of signals; `nil` if the process may open no more files.
    ///
    /// A signal source of Dispatch misses signals that come before it is registered, and signals after another source
    /// was cancelled.
    private static let signals: (reading: OwnedDescriptor, writing: OwnedDescriptor)? = {
        let ends = try? OwnedDescriptor.pipe(named: "signals")
        for end in [ends?.reading, ends?.writing] { _ = end.map { fcntl($0.number, F_SETFL, O_NONBLOCK) } }
        return ends
    }()

    /// Whether this task belongs to work that signals cancel.
    @TaskLocal private static var isHandled = false

    /// Runs work in a task that the first signal cancels. Inside of such work, or without a pipe for signals, runs it
    /// in the current task.
    ///
    /// - Throws: Errors of `work`. The caller interprets errors of cancelled work.
    package static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let signals, !isHandled else { return try await work() }
        let numbers = [SIGINT, SIGTERM]
        for number in numbers {
            signal(number) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                if let signals = Interruption.signals { _ = write(signals.writing.number, &byte, 1) }
                errno = error
            }
        }
        let task = Task { try await $isHandled.withValue(true, operation: work) }
        let queue = DispatchQueue(label: "interruption")
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.reading.number, queue: queue)
        source.setEventHandler {
            var number: UInt8 = 0
            while read(signals.reading.number, &number, 1) == 1 {
                // The shell's status for a program that was ended by a signal.
                if task.isCancelled { _exit(128 + Int32(number)) }
                task.cancel()
            }
        }
        source.activate()
        defer {
            source.cancel()
            // A handler that still runs would take the next work's signal for a second one to this work.
            queue.sync {}
            for number in numbers { signal(number, SIG_DFL) }
        }
        return try await task.value
    }
}
