import CommandSupport

/// Result of a command: sentences for people, keys for scripts.
protocol PrintedReport: Encodable {
    /// Warnings, a sentence each, for standard error.
    var remarks: [String] { get }
    /// The result in a line or more, for standard output.
    var summary: String { get }
}

extension PrintedReport {
    /// Prints remarks and summary, or the keys.
    ///
    /// - Parameters:
    ///   - json: Whether the keys take the summary's place.
    ///   - isQuiet: Whether remarks and summary are left out.
    func print(json: Bool, isQuiet: Bool) throws {
        if !isQuiet { remarks.forEach { StandardError.print("mosaic: \($0)") } }
        if json {
            try JSONOutput.print(self)
        } else if !isQuiet {
            Swift.print(summary)
        }
    }
}
