/// The least that the log tells.
enum LogLevel: String, CaseIterable {
    case debug, info, warning, error
}
