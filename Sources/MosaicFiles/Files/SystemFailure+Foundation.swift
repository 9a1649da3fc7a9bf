import Foundation

extension SystemFailure {
    /// What the system answered where Foundation failed; nil for errors that are not the system's.
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
