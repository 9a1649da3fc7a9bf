/// Why an object could not be downloaded, after all retries; another attempt may succeed.
struct BrokenDownload: Error {
    /// `unavailable`, or `refused` where access is denied, which an attempt does not change.
    let cause: MosaicError

    init(_ screenshot: Screenshot, _ reason: String, code: MosaicError.Code = .unavailable) {
        cause = MosaicError(code, screenshot.name, reason)
    }

    init(_ screenshot: Screenshot, because error: any Error) {
        let error = error as? MosaicError
        switch error?.code {
        case nil: self.init(screenshot, "It cannot be downloaded.")
        // Its listed length is within the limit.
        case .limitExceeded: self.init(screenshot, "It has grown since it was listed.")
        case .refused: self.init(screenshot, error?.reason ?? "", code: .refused)
        default: self.init(screenshot, error?.reason ?? "")
        }
    }
}
