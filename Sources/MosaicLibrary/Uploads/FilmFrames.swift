import Foundation
package import Mosaic
import MosaicSystem
import Synchronization
package import WebVTT

/// Extracts frames of the films of storyboards. Concurrent requests for a frame share one extraction. The number of
/// films that are read at a time is limited to the number of cores.
package final class FilmFrames: Sendable {
    /// A film and the version of its file.
    package struct Film: Hashable, Sendable {
        let path: String
        /// The folder that links to the film must not leave; `nil` follows every link.
        let root: String?
        /// Identifies the file's version.
        package let version: String

        fileprivate init(path: String, root: String?, _ status: FileStatus) {
            self.path = path
            self.root = root
            version = "\(status.inode)-\(status.bytes)-\(status.modified)-\(status.changed)"
        }
    }

    private struct Frame: Hashable {
        let film: Film
        let time: Timestamp
        let width: Int
    }

    /// Maximum number of frames that are extracted or wait for their extraction.
    private static let mostFlights = 256

    private let screenshots: StoredScreenshots
    private let films: AsyncSemaphore
    private let flights = Mutex<[Frame: Task<[UInt8]?, any Error>]>([:])

    /// - Parameter concurrency: Maximum number of films that are read at a time, 1 or more.
    package init(of screenshots: StoredScreenshots, concurrency: Int = ProcessInfo.processInfo.activeProcessorCount) {
        self.screenshots = screenshots
        films = AsyncSemaphore(permits: concurrency)
    }

    /// The film of a storyboard; nil if the storyboard is made of screenshots or the film is missing.
    ///
    /// - Throws: `unavailable`.
    package func film(of id: StoryboardID) async throws -> Film? {
        guard let (path, root) = try await screenshots.film(of: id) else { return nil }
        guard let status = FileStatus(path: path), status.isRegularFile else { return nil }
        return Film(path: path, root: root, status)
    }

    /// The frame at a time as a JPEG. Nil if there is none, if the film cannot be read, or if another file has replaced
    /// the film.
    ///
    /// - Parameter width: Width in pixels; a narrower film keeps its own width.
    /// - Throws: `busy` if too many frames are being extracted.
    package func jpeg(of film: Film, at time: Timestamp, width: Int) async throws -> [UInt8]? {
        let frame = Frame(film: film, time: time, width: width)
        let flight = flights.withLock { flights -> Task<[UInt8]?, any Error>? in
            if let flight = flights[frame] { return flight }
            guard flights.count < Self.mostFlights else { return nil }
            let flight = Task {
                defer { self.flights.withLock { $0[frame] = nil } }
                return try await self.made(frame)
            }
            flights[frame] = flight
            return flight
        }
        guard let flight else {
            throw MosaicError(.busy, "film", "\(Self.mostFlights) frames of films are being made already.")
        }
        return try await flight.value
    }

    private func made(_ frame: Frame) async throws -> [UInt8]? {
        try await films.acquire()
        defer { films.release() }
        do {
            let process = try await FilmProcess.open(film: frame.film.path, below: frame.film.root)
            // Otherwise a frame of another film would be cached under this version.
            let isSame = Film(path: frame.film.path, root: frame.film.root, process.status) == frame.film
            let result = isSame ? await Self.read(frame, by: process) : .success(nil)
            await process.close()
            return try result.get()
        } catch is MosaicError {
            // The caller then uses the tile of that time.
            return nil
        }
    }

    private static func read(_ frame: Frame, by process: FilmProcess) async -> Result<[UInt8]?, any Error> {
        do {
            var stills = try await FilmStills(of: process, at: [frame.time], width: frame.width, quality: 85)
            let still = try await stills.next()
            return .success(still?.jpeg)
        } catch {
            return .failure(error)
        }
    }
}
