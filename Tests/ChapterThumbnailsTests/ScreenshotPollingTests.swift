import Testing

@testable import ChapterThumbnails

struct ScreenshotPollingTests {
    private typealias Row = (ScreenshotPolling.Answer, ScreenshotPolling.Step, ScreenshotPolling.Phase)

    private static let rows: [Row] = [
        (
            .status(ScreenshotStatus(status: .pending)), .askAgain(after: .seconds(5)),
            .polling(completed: 0, total: nil)
        ),
        (
            .status(ScreenshotStatus(status: .processing, completedChapters: 3, totalChapters: 5)),
            .askAgain(after: .seconds(5)), .polling(completed: 3, total: 5)
        ),
        (.status(ScreenshotStatus(status: .completed)), .fetch, .completed),
        (.status(ScreenshotStatus(status: .failed, errorMessage: "No film.")), .stop, .failed("No film.")),
        (.notFound, .stop, .absent),
        (.refused(401), .stop, .failed("The server answers 401.")),
        (.unreachable, .askAgain(after: .seconds(5)), .polling(completed: 0, total: nil)),
    ]

    @Test(arguments: rows.indices)
    func `each answer of the table has its step`(row: Int) {
        let (answer, step, phase) = Self.rows[row]
        var polling = ScreenshotPolling()
        #expect(polling.receive(answer) == step)
        #expect(polling.phase == phase)
    }

    @Test func `keeps the last status while offline`() {
        var polling = ScreenshotPolling()
        _ = polling.receive(.status(ScreenshotStatus(status: .processing, completedChapters: 3, totalChapters: 5)))
        #expect(polling.receive(.unreachable) == .askAgain(after: .seconds(5)))
        #expect(polling.phase == .polling(completed: 3, total: 5))
    }
}
