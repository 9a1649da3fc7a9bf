public import Foundation
public import ScrubPreview
import WebVTT

/// Downloads the thumbnails of an asset and hands them over, once.
///
/// At most 150 thumbnails come back unless the options say otherwise. Everything happens on the main actor but the
/// work, which does not.
@MainActor
public final class ThumbnailDownloader<Image: Sendable> {
    private let options: ThumbnailTrack.Options
    private let makeImage: @Sendable (TilePicture) throws -> Image
    private var ready: PreparedThumbnails<Image>?
    private var work: Task<Void, Never>?

    /// Makes a downloader for any kind of picture.
    ///
    /// - Parameters:
    ///   - options: How the track is loaded.
    ///   - makeImage: Turns an encoded picture into what the app shows; called off the main actor.
    public nonisolated init(
        options: ThumbnailTrack.Options = .init(), makeImage: @escaping @Sendable (TilePicture) throws -> Image
    ) {
        self.options = options
        self.makeImage = makeImage
    }

    deinit {
        work?.cancel()
    }

    /// Loads the track and all of its thumbnails, then calls the delegate, which is not retained.
    ///
    /// A second call replaces the first, whose delegate is not called.
    public func prepareThumbnails(delegate: any ThumbnailsDelegate, url: URL) {
        reset()
        let preparation = Preparation(options: options, makeImage: makeImage)
        work = Task { [weak self, weak delegate] in
            let result = await preparation.run(url)
            guard !Task.isCancelled, let self else { return }
            switch result {
            case .success(let thumbnails):
                self.ready = thumbnails
                delegate?.prepared()
            case .failure(let error):
                delegate?.failed(error: error, message: error.description)
            }
        }
    }

    /// The thumbnails, which belong to the caller from now on; nil before they are prepared, and the second time.
    public func thumbnails() -> PreparedThumbnails<Image>? {
        defer { ready = nil }
        return ready
    }

    /// Cancels the preparation, releases its thumbnails, and does not call the delegate.
    public func reset() {
        work?.cancel()
        work = nil
        ready = nil
    }
}

/// Receives the result of preparing thumbnails.
@MainActor
public protocol ThumbnailsDelegate: AnyObject {
    /// Everything is parsed and downloaded; the thumbnails can be taken.
    func prepared()

    /// There are no thumbnails.
    ///
    /// - Parameters:
    ///   - error: What went wrong, comparable by its code.
    ///   - message: The same in one line.
    func failed(error: ThumbnailError, message: String)
}

/// From the address of a track to all of its pictures.
struct Preparation<Image: Sendable>: Sendable {
    let options: ThumbnailTrack.Options
    let makeImage: @Sendable (TilePicture) throws -> Image

    /// Fails as a whole when one picture does.
    @concurrent func run(_ url: URL) async -> Result<PreparedThumbnails<Image>, ThumbnailError> {
        let track = ThumbnailTrack(options: options)
        do {
            try await track.load(from: url)
        } catch {
            return .failure(ThumbnailError(error, whileReadingTrack: true))
        }
        var images: [Int32: Image] = [:]
        var starts: [Int32] = []
        var sheets: Set<URL> = []
        var byteCount = 0
        do {
            // In time order: whatever the budget, each sheet of a track in order is downloaded once.
            for number in 0..<track.count {
                guard let tile = track.tile(numbered: number) else { break }
                let start = Int32(clamping: tile.start.milliseconds)
                // Of equal starts the earlier cue in the file counts.
                guard images[start] == nil else { continue }
                let picture = try await track.picture(for: tile)
                // Tiles of a foreign sheet share its bytes; tiles that were cut out have their own.
                if picture.crop == nil || sheets.insert(tile.sheet).inserted { byteCount += picture.bytes.count }
                guard byteCount <= options.byteBudget else {
                    throw ScrubPreviewError(
                        .limitExceeded, "thumbnails",
                        "\(number + 1) of \(track.count) thumbnails take \(byteCount) bytes, more than the "
                            + "\(options.byteBudget) that may be handed over at once.")
                }
                images[start] = try makeImage(picture)
                starts.append(start)
            }
        } catch {
            return .failure(ThumbnailError(error, whileReadingTrack: false))
        }
        return .success(PreparedThumbnails(thumbnailDictionary: images, startTimes: starts))
    }
}

/// The thumbnails of an asset, and when each is shown.
public struct PreparedThumbnails<Image> {
    /// A picture for each start time, in milliseconds.
    public let thumbnailDictionary: [Int32: Image]
    /// The start times in milliseconds, ascending, each once.
    public let startTimes: [Int32]
}

extension PreparedThumbnails: Sendable where Image: Sendable {}
