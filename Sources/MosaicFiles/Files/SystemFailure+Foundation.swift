import Foundation

extension SystemFailure {
    /// The system error behind an error of Foundation; nil for other errors.
    package init?(behind error: any Error) {
        if let error = error as? POSIXError {
            self.init(code: error.code.rawValue)
        } else if let error = error as? CocoaError, let cause = error.underlying as? POSIXError {
            self.init(code: cause.code.rawValue)
        } else {
            return nil
        }
    }
}
