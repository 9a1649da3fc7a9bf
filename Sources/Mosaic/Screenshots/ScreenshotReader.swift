package import Raster
package import TiledJPEG

/// Lists the screenshots of a source and reads their pictures; one for each attempt at a composition.
///
/// A folder, a prefix of an object store, a film: only the reader knows where the bytes are. It is never asked for
/// screenshots that have not arrived.
package protocol ScreenshotReader: Sendable {
    /// Lists the screenshots as they are now.
    ///
    /// - Throws: `noScreenshots` where there are none; `malformed`, `invalidSettings`, `limitExceeded`, `unavailable`.
    func list() async throws -> ScreenshotListing

    /// The upright sizes from as little of each picture as is needed; nil where it cannot be read, which reading the
    /// picture reports.
    ///
    /// - Parameter lanes: The most pictures to read at a time, 1 or more.
    func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?]

    /// Begins to read pictures, of which tiles with these settings are made.
    ///
    /// - Parameter lanes: The most callers of the session at a time, 1 or more.
    /// - Throws: `unavailable`.
    func read(_ wanted: [Screenshot], for tiles: TileSettings, lanes: Int) async throws -> any PictureSession

    /// Reads a picture of at most `limit` bytes and returns what identifies its content.
    ///
    /// - Throws: `limitExceeded`, `unavailable`.
    func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source

    /// The sources of several screenshots, each with a separate limit; `nil` for each that cannot be read.
    func sources(of screenshots: [Screenshot], limits: [Int]) async -> [Tile.Source?]

    /// The names of screenshots that are still being written, so that a picture read now may end early.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String>

    /// Sentences about the pictures that were read, for the report.
    var remarks: [String] { get }

    /// Releases state kept between sessions, such as a decoder. The reader is not used afterwards.
    func close() async
}

extension ScreenshotReader {
    /// One after the other.
    package func sources(of screenshots: [Screenshot], limits: [Int]) async -> [Tile.Source?] {
        var sources: [Tile.Source?] = []
        for (screenshot, limit) in zip(screenshots, limits) {
            sources.append(try? await source(of: screenshot, limit: limit))
        }
        return sources
    }

    /// None.
    package var remarks: [String] { [] }

    /// Does nothing: the reader keeps no state.
    package func close() async {}

    /// Closes the reader after work with it, also where the work fails.
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

/// Pictures of the screenshots that a composition wants, in order.
package protocol PictureSession: Sendable {
    /// Maximum number of concurrent callers, 1 or more.
    var lanes: Int { get }

    /// Reads the next pictures into the first of `pictures`, whose memory is reused; a picture that cannot be read is
    /// ``Picture/Content/missing(_:)``.
    ///
    /// - Parameter count: The most pictures, 1...`pictures.count`.
    /// - Returns: Their positions among the screenshots wanted; empty after the last one.
    /// - Throws: `unavailable` where the source as a whole fails, `CancellationError`.
    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int>

    /// Ends the session, also before all pictures are read.
    func close() async
}
