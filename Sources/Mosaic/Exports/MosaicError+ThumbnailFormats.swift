package import PlayerFormats

extension MosaicError {
    /// The same error of a thumbnail format.
    package init(_ error: ThumbnailFormatError) {
        let code: Code =
            switch error.code {
            case .malformed: .malformed
            case .unsupported: .unsupported
            case .limitExceeded: .limitExceeded
            case .refused: .refused
            }
        self.init(code, error.subject, error.reason)
    }

    /// Does work on a thumbnail format, and translates its error.
    package static func translatingFormat<Value>(
        _ work: () throws(ThumbnailFormatError) -> Value
    ) throws(MosaicError) -> Value {
        do { return try work() } catch { throw MosaicError(error) }
    }
}
