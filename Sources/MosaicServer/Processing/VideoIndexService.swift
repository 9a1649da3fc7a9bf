import Logging
import MosaicLibrary
import ServiceLifecycle

/// Keeps the index of videos current while the server runs.
///
/// Times of folders are examined every few seconds, which costs a status for each folder and works on every file system;
/// all files are compared at the start and then every ten minutes.
struct VideoIndexService: Service {
    /// Between two looks at the folders.
    private static let pause = Duration.seconds(2)
    /// Between two comparisons of all files.
    private static let fullPause = Duration.seconds(600)

    let roots: VideoRoots
    let index: any VideoIndex
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(WorkExecutors.writing) { await keepCurrent() }
        }
    }

    private func keepCurrent() async {
        var survey = VideoSurvey(of: roots, into: index)
        var fullSurvey = ContinuousClock.now
        var isRecorded = false
        var wasUnreadable = 0
        while !Task.isCancelled {
            do {
                if !isRecorded {
                    try await index.setVideoRoots(roots.roots.map(\.path))
                    isRecorded = true
                }
                let isFull = ContinuousClock.now >= fullSurvey
                let report = try await survey.run(isFull: isFull)
                if isFull { fullSurvey = ContinuousClock.now + Self.fullPause }
                if report.changes > 0 { logger.debug("videos", metadata: ["changes": "\(report.changes)"]) }
                if report.unreadable > wasUnreadable {
                    logger.warning("Folders of videos cannot be read.", metadata: ["folders": "\(report.unreadable)"])
                }
                wasUnreadable = report.unreadable
            } catch is CancellationError {
                return
            } catch {
                logger.warning("The index of videos is not current.", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: Self.pause)
        }
    }
}
