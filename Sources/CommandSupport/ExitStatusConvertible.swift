package import ArgumentParser
package import Mosaic
package import Raster
package import TiledJPEG

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
