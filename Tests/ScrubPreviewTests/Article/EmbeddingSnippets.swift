import Foundation
import ScrubPreview

// The code between `snippet` and `end` is that of the article "Embedding a scrub preview"; `CodeListingsTests` compares them.

@MainActor func loadAndLookUp(_ vttURL: URL, show: (TilePicture) -> Void) async throws {
    // snippet
    let track = try await ThumbnailTrack.load(from: vttURL)
    if let tile = track.tile(at: .seconds(83.5)) {
        let picture = try await track.picture(for: tile)
        show(picture)
    }
    // end
}

// snippet
@MainActor final class ScrubBar {
    private let track = ThumbnailTrack()
    private var request: Task<Void, Never>?
    private let show: (TilePicture?) -> Void

    init(show: @escaping (TilePicture?) -> Void) {
        self.show = show
    }

    func open(_ vttURL: URL) async throws {
        try await track.load(from: vttURL)
        track.watchMemory()
    }

    func move(to seconds: Double) {
        request?.cancel()
        guard let tile = track.tile(at: .seconds(seconds)) else { return show(nil) }
        if let picture = track.heldPicture(for: tile) { return show(picture) }
        request = Task {
            guard let picture = try? await track.picture(for: tile), !Task.isCancelled else { return }
            show(picture)
        }
    }

    func release() {
        request?.cancel()
        show(nil)
        track.stopShowing()
    }

    func close() {
        track.reset()
    }
}
// end

struct Bitmap: Sendable, Equatable {
    let byteCount: Int
}

func leaveDecoded(
    _ picture: TilePicture, of tile: PreviewTile, with track: ThumbnailTrack, decode: (TilePicture) -> Bitmap
) -> Bitmap? {
    // snippet
    let image = decode(picture)
    track.hold(image, byteCount: image.byteCount, for: tile)
    let again = track.heldImage(for: tile, as: Bitmap.self)
    // end
    return again
}

func giveMemoryBack(_ track: ThumbnailTrack, log: (String) -> Void) {
    // snippet
    let freed = track.purge(.low)
    let rest = track.purge(.critical)
    log("\(freed + rest) bytes freed")
    // end
}

func loadWithCredentials(_ vttURL: URL, accessToken: String) async throws -> ThumbnailTrack {
    // snippet
    var options = ThumbnailTrack.Options()
    options.credentials = Credentials(headers: ["Authorization": "Bearer \(accessToken)"])
    options.maximumThumbnails = nil
    options.byteBudget = 8 << 20
    options.reading = .strict
    let track = try await ThumbnailTrack.load(from: vttURL, options: options)
    // end
    return track
}

func tellRepairs(_ track: ThumbnailTrack, log: (String) -> Void) {
    // snippet
    for repair in track.report?.repairs ?? [] { log("\(repair)") }
    for cue in track.report?.skipped ?? [] { log("\(cue.reason)") }
    // end
}
