/// Decides after each answer about a story's screenshots whether to ask again.
///
/// It holds no timer and sends nothing, so that each row of the table is a test.
struct ScreenshotPolling: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// Screenshots are coming; the total is nil while it is unknown.
        case polling(completed: Int, total: Int?)
        /// All screenshots there will be are there.
        case completed
        /// Some chapters keep their placeholders.
        case failed(String)
        /// Nobody makes screenshots of this story.
        case absent
    }

    enum Answer: Hashable, Sendable {
        case status(ScreenshotStatus)
        /// 404.
        case notFound
        /// Another status from 400 to 499, such as 401 without a valid token.
        case refused(Int)
        /// No answer, or none that can be read: a phone is offline at times.
        case unreachable
    }

    enum Step: Hashable, Sendable {
        case askAgain(after: Duration)
        /// The last step: save what has come.
        case fetch
        case stop
    }

    /// From one answer to the next request.
    static let pause = Duration.seconds(5)

    private(set) var phase = Phase.polling(completed: 0, total: nil)

    mutating func receive(_ answer: Answer) -> Step {
        switch answer {
        case .unreachable: return .askAgain(after: Self.pause)
        case .notFound:
            phase = .absent
            return .stop
        case .refused(let status):
            phase = .failed("The server answers \(status).")
            return .stop
        case .status(let status):
            switch status.status {
            case .pending: return .askAgain(after: Self.pause)
            case .processing:
                phase = .polling(completed: status.completedChapters ?? 0, total: status.totalChapters)
                return .askAgain(after: Self.pause)
            case .completed:
                phase = .completed
                return .fetch
            case .failed:
                phase = .failed(status.errorMessage ?? "There are no screenshots.")
                return .stop
            }
        }
    }
}
