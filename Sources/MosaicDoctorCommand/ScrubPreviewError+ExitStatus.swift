package import ArgumentParser
import MosaicConsole
package import ScrubPreview

extension ScrubPreviewError: GradedError {
    package var exitStatus: ExitCode {
        switch code.kind {
        case .notFound: ExitStatus.noInput
        case .malformed, .unrecognizedFormat, .limitExceeded: ExitStatus.badData
        case .refused, .denied, .unavailable, .timedOut, .notLoaded: ExitStatus.failure
        }
    }
}
