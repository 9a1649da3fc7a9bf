import Foundation
import ScrubPreview
import WebVTT

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
