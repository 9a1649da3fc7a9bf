package import MosaicSystem

extension MosaicError {
    /// Translates an error of a file.
    package init(_ error: FileError) {
        let code: Code =
            switch error.code {
            case .missing: .noScreenshots
            case .busy: .busy
            case .limitExceeded: .limitExceeded
            case .refused: .refused
            case .unavailable: .unavailable
            }
        self.init(code, error.subject, error.reason)
    }

    /// Runs work on files; translates their errors.
    package static func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as FileError {
            throw MosaicError(error)
        }
    }
}
