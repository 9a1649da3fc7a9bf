import ArgumentParser
import Foundation
import Mosaic
import Raster
import ScrubPreview
import TiledJPEG

/// What a failure means to the shell: the numbers of sysexits.h.
enum ExitStatus {
    static let failure = ExitCode(1)
    static let usage = ExitCode(64)
    static let badData = ExitCode(65)
    static let noInput = ExitCode(66)

    static func code(for error: any Error) -> ExitCode {
        switch error {
        case let error as MosaicError:
            switch error.code.kind {
            case .invalidSettings: usage
            case .noScreenshots: noInput
            case .damaged, .malformed, .limitExceeded, .unsupported: badData
            case .refused, .busy, .unavailable: failure
            }
        case let error as ScrubPreviewError:
            switch error.code.kind {
            case .notFound: noInput
            case .malformed, .unrecognizedFormat, .limitExceeded: badData
            case .refused, .denied, .unavailable, .timedOut, .notLoaded: failure
            }
        case is TiledJPEGError, is ImageError: badData
        default: failure
        }
    }

    /// Runs a command's work; an error is printed in one line and becomes the exit status.
    static func reporting<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            let result = try await work()
            // What was printed still waits in a buffer; a full disk is noticed only now.
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
            StandardError.print("mosaic: \(error)")
            throw code(for: error)
        }
    }
}
