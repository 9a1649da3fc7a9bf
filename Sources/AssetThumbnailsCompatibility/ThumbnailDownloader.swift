public import Foundation
public import ScrubPreview
import WebVTT

/// Downloads all thumbnails of an asset and hands them over once.
///
/// The result has at most 150 thumbnails unless the options set another maximum. The interface runs on the main actor;
/// loading and image creation do not.
@MainActor
public final class ThumbnailDownloader<Image: Sendable> {
    private let options: ThumbnailTrack.Options
    private let makeImage: @Sendable (TilePicture) throws -> Image
    private var ready: PreparedThumbnails<Image>?
    private var work: Task<Void, Never>?

    /// Creates a downloader for any image type.
    ///
    /// - Parameters:
    ///   - options: Options for loading the track.
    ///   - makeImage: Converts an encoded picture to the app's image type; called off the main actor.
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
    /// A second call cancels the first, whose delegate is not called.
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

    /// Hands over the thumbnails once; nil before they are prepared, and on further calls.
    public func thumbnails() -> PreparedThumbnails<Image>? {
        defer { ready = nil }
        return ready
    }

    /// Cancels the preparation and releases its thumbnails. The delegate is not called.
    public func reset() {
        work?.cancel()
        work = nil
        ready = nil
    }
}

/// Receives the result of preparing thumbnails.
@MainActor
public protocol ThumbnailsDelegate: AnyObject {
    /// Called when all thumbnails are ready for ``ThumbnailDownloader/thumbnails()``.
    func prepared()

    /// Called when the preparation failed.
    ///
    /// - Parameters:
    ///   - error: The error, comparable by its code.
    ///   - message: The error in one line.
    func failed(error: ThumbnailError, message: String)
}

/// Loads a track and all of its pictures.
struct Preparation<Image: Sendable>: Sendable {
    let options: ThumbnailTrack.Options
    let makeImage: @Sendable (TilePicture) throws -> Image

    /// Loads the track and all of its pictures. Fails as a whole if one picture fails or the pictures exceed the byte
    /// budget.
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
            // In time order: if the track is in order, each sheet is downloaded once, regardless of the budget.
            for number in 0..<track.count {
                guard let tile = track.tile(numbered: number) else { break }
                let start = Int32(clamping: tile.start.milliseconds)
                // Of cues with equal starts, the earlier one in the file counts.
                guard images[start] == nil else { continue }
                let picture = try await track.picture(for: tile)
                // Cropped tiles share the bytes of their sheet; tiles that were cut out have separate bytes.
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

/// The thumbnails of an asset with their start times.
public struct PreparedThumbnails<Image> {
    /// Pictures by start time in milliseconds.
    public let thumbnailDictionary: [Int32: Image]
    /// The start times in milliseconds, ascending, without duplicates.
    public let startTimes: [Int32]
}

extension PreparedThumbnails: Sendable where Image: Sendable {}
