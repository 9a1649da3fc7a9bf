import Foundation
import MosaicFixtures
import Synchronization
import Testing

@testable import Mosaic
@testable import MosaicSystem

struct ComposingThreadsTests {
    /// The name of the thread that asks.
    private static var threadName: String? { Thread.current.name }

    @Test(.timeLimit(.minutes(1)), arguments: SheetFormat.allCases, [1, 2, 12])
    func `tiles are made on its threads, and sheets are taken elsewhere`(format: SheetFormat, count: Int) async throws {
        let source = try ScreenshotSource(TemporaryFolder())
        var settings = source.settings
        settings.encoding.format = format
        settings.workers = 2
        try source.add((1...count).map { DrawnScreenshot(number: $0) })
        let names = Mutex<Set<String?>>([])
        _ = try await StoryboardComposer(settings: settings).compose(source.request()) { _ in
            // One alone is told of when it is handed over.
            if count > 1 { _ = names.withLock { $0.insert(Self.threadName) } }
        } take: { _, _ in
            #expect(Self.threadName != PixelExecutor.threadName)
        }
        // A row of a PNG sheet may hold one tile alone.
        if count > 1 { #expect(names.withLock { $0 }.contains(PixelExecutor.threadName)) }
        if count > 1, format == .jpeg { #expect(names.withLock { $0 } == [PixelExecutor.threadName]) }
    }
}
