public import Foundation
public import ScrubPreview

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
