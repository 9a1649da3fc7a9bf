import MosaicSystem
package import Raster
import Synchronization
package import TiledJPEG

/// Lists the screenshots of a source and reads their pictures; each attempt at a composition has a new reader.
///
/// The source is a folder, a prefix of an object store, a film, or the tiles of an imported storyboard. Callers do not
/// request screenshots that have not arrived.
package protocol ScreenshotReader: Sendable {
    /// Lists the screenshots as they are now.
    ///
    /// - Throws: `notFound` without the source; `noScreenshots` if the source has no screenshots; `malformed`,
    ///   `invalidSettings`, `limitExceeded`, `unsupported`, `refused`, `unavailable`.
    func list() async throws -> ScreenshotListing

    /// Reads the upright sizes from the beginning of each picture; nil if a size cannot be read. Reading the whole
    /// picture reports the error.
    ///
    /// - Parameter lanes: Maximum number of pictures read at a time, 1 or more.
    func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?]

    /// Starts a session that reads pictures for tiles with these settings.
    ///
    /// - Parameter lanes: Maximum number of concurrent callers of the session, 1 or more.
    /// - Throws: errors of opening the source, such as `unavailable`.
    func read(_ wanted: [Screenshot], for tiles: TileSettings, lanes: Int) async throws -> any PictureSession

    /// Reads a picture of at most `limit` bytes and returns the facts that identify its content.
    ///
    /// - Throws: `limitExceeded`, `refused`, `unavailable`, `CancellationError`.
    func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source

    /// The sources of several screenshots, each with a separate limit; `nil` for each that cannot be read.
    func sources(of screenshots: [Screenshot], limits: [Int]) async -> [Tile.Source?]

    /// The names of screenshots that may still be incomplete, because a writer has not finished them.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String>

    /// Remarks for the user on the pictures that were read.
    var remarks: [String] { get }

    /// Releases state kept between sessions, such as a decoder. The reader is not used afterwards.
    func close() async
}

extension ScreenshotReader {
    /// Reads the sources one after the other.
    package func sources(of screenshots: [Screenshot], limits: [Int]) async -> [Tile.Source?] {
        var sources: [Tile.Source?] = []
        for (screenshot, limit) in zip(screenshots, limits) {
            sources.append(try? await source(of: screenshot, limit: limit))
        }
        return sources
    }

    /// Always empty.
    package var remarks: [String] { [] }

    /// Does nothing: the reader keeps no state.
    package func close() async {}

    /// Runs `work`, then closes the reader, also if `work` throws.
    package func close<Value>(after work: () async throws -> Value) async throws -> Value {
        do {
            let value = try await work()
            await close()
            return value
        } catch {
            await close()
            throw error
        }
    }
}

/// Delivers the pictures of the requested screenshots in order.
package protocol PictureSession: Sendable {
    /// Maximum number of concurrent callers, 1 or more.
    var lanes: Int { get }

    /// Reads the next pictures into the first elements of `pictures`, whose memory is reused. A picture that cannot be
    /// read is ``Picture/Content/missing(_:)``, or ``Picture/Content/broken(_:)`` after a failed download.
    ///
    /// - Parameter count: Maximum number of pictures, 1...`pictures.count`.
    /// - Returns: The positions of the pictures among the requested screenshots; empty after the last one.
    /// - Throws: an error such as `unavailable` if the source as a whole fails, `CancellationError`.
    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int>

    /// Ends the session, even before all pictures are read.
    func close() async
}

/// Pictures that are read one by one, by up to `lanes` concurrent callers.
final class PictureSequence: PictureSession {
    let lanes: Int
    private let rest: SharedCounter
    private let end: @Sendable () async -> Void
    private let read: @Sendable (Int, inout Picture) async throws -> Void

    /// - Parameter read: Reads the picture at a position, and throws `CancellationError` alone.
    init(
        _ positions: Range<Int>, lanes: Int, close: @escaping @Sendable () async -> Void = {},
        read: @escaping @Sendable (Int, inout Picture) async throws -> Void
    ) {
        self.lanes = lanes
        rest = SharedCounter(positions)
        end = close
        self.read = read
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        try Task.checkCancellation()
        let positions = rest.take(count, of: lanes)
        for (index, position) in positions.enumerated() { try await read(position, &pictures[index]) }
        return positions
    }

    func close() async { await end() }
}

/// Reads the size of a screenshot from as little of its picture as is needed.
enum HeaderProbe {
    /// Reads a prefix of a screenshot, with at most the given number of bytes; `nil` if the screenshot is missing.
    typealias Prefix = @Sendable (Screenshot, Int) async throws -> [UInt8]?

    /// Lengths in bytes of the prefixes to try. The first is enough for a usual screenshot; metadata may precede the
    /// header.
    private static let lengths = [4 << 10, 128 << 10, 4 << 20]

    /// The upright sizes of screenshots, read by several tasks at a time.
    static func uprightSizes(
        of screenshots: [Screenshot], lanes: Int, prefix: @escaping Prefix
    ) async -> [PixelSize?] {
        let parts = max(1, min(lanes, screenshots.count))
        let share = max(1, (screenshots.count + parts - 1) / parts)
        PixelExecutor.shared.raiseLimit(to: parts)
        return await withTaskGroup(of: (Int, [PixelSize?]).self) { group in
            for first in stride(from: 0, to: screenshots.count, by: share) {
                group.addTask(executorPreference: PixelExecutor.shared) {
                    var sizes: [PixelSize?] = []
                    for screenshot in screenshots[first..<min(first + share, screenshots.count)] {
                        sizes.append(await uprightSize(of: screenshot, prefix: prefix))
                    }
                    return (first, sizes)
                }
            }
            var sizes = [PixelSize?](repeating: nil, count: screenshots.count)
            for await (first, part) in group { sizes.replaceSubrange(first..<first + part.count, with: part) }
            return sizes
        }
    }

    /// The upright size; nil if the header cannot be read. Decoding reports the error.
    private static func uprightSize(of screenshot: Screenshot, prefix: Prefix) async -> PixelSize? {
        for length in lengths {
            guard let bytes = try? await prefix(screenshot, length) else { return nil }
            do {
                return try ImageHeader(parsing: bytes).uprightSize
            } catch {
                guard error.code == .truncated, bytes.count == length else { return nil }
            }
        }
        return nil
    }
}

/// Hands out each position to one worker.
final class SharedCounter: Sendable {
    private let rest: Mutex<Range<Int>>

    init(_ range: Range<Int>) { rest = Mutex(range) }

    /// The next `count` positions; fewer near the end, so that all `workers` have work until the end.
    func take(_ count: Int, of workers: Int) -> Range<Int> {
        rest.withLock { rest in
            let share = max(1, min(count, rest.count / workers))
            let taken = rest.prefix(share)
            rest = rest.dropFirst(share)
            return taken
        }
    }
}
